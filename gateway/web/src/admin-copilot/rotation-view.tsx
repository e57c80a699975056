import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { showHidden } from '../copilot/show-hidden.js';
import { useFormats } from '../shell/account.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { PlainTable } from '../ui/tables/plain-table.js';
import { faultName } from './fault-names.js';

type Rotation = Output<'admin.copilot.get_rotation'>;

const STATUSES = { available: 'available', cooling: 'cooling', probing: 'retrying', disabled: 'disabled' };
const SCOPES: Readonly<Record<Rotation['cooldowns'][number]['scope'], string>> = {
  model: 'model',
  lane: 'lane',
  tools: 'model with tools',
};

/** The free models: calls of the last day, cooldowns, and failovers. */
export function RotationView() {
  const { count } = useFormats();
  const rotation = useOperation('admin.copilot.get_rotation', {});
  if (rotation.isError) return <PageError error={rotation.error} />;
  if (!rotation.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  const { models, cooldowns, userCooldowns, recentFailovers, store } = rotation.data;
  return (
    <div className="flex flex-col gap-8">
      {store === 'memory' && (
        <Notice tone="warn">Without Redis each process of the copilot knows only its own cooldowns.</Notice>
      )}
      <Part title="Models, last 24 hours">
        {models.length === 0 ? <EmptyState>No free model is set up.</EmptyState> : <Models models={models} />}
      </Part>
      <Part title="Cooldowns">
        {cooldowns.length === 0 ? <EmptyState>No cooldowns.</EmptyState> : <Cooldowns cooldowns={cooldowns} />}
        {userCooldowns > 0 && (
          <p className="mt-2 text-soft">Users' own providers that asked for a pause: {count(userCooldowns)}</p>
        )}
      </Part>
      <Part title="Recent failovers">
        {recentFailovers.length === 0 ? (
          <EmptyState>No failovers in the last 24 hours.</EmptyState>
        ) : (
          <Failovers failovers={recentFailovers} />
        )}
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Models({ models }: Pick<Rotation, 'models'>) {
  const { count } = useFormats();
  return (
    <PlainTable
      label="Models"
      rows={models}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Model', cell: ({ id }) => <bdi>{showHidden(id)}</bdi> },
        {
          title: 'Status',
          isText: true,
          cell: ({ status }) => (status === null ? 'no longer in the pool' : STATUSES[status]),
        },
        { title: 'Calls', cell: ({ calls }) => count(calls) },
        { title: 'Answered', cell: ({ successes }) => count(successes) },
        { title: 'Failed', cell: ({ failures }) => count(failures) },
        { title: 'Replaced', cell: ({ failoversFrom }) => count(failoversFrom) },
        {
          title: 'First words',
          cell: ({ averageFirstPartMs: ms }) => (ms === null ? '–' : `${count(ms)} ms`),
        },
        {
          title: 'Last error',
          isText: true,
          cell: ({ lastFailureClass: fault }) => (fault === null ? '–' : faultName(fault)),
        },
      ]}
    />
  );
}

function Cooldowns({ cooldowns }: Pick<Rotation, 'cooldowns'>) {
  const { count, time } = useFormats();
  return (
    <PlainTable
      label="Cooldowns"
      rows={cooldowns}
      keyOf={({ scope, id }) => `${scope} ${id}`}
      columns={[
        { title: 'Name', cell: ({ id }) => <bdi>{showHidden(id)}</bdi> },
        { title: 'What', isText: true, cell: ({ scope }) => SCOPES[scope] },
        { title: 'Fault', isText: true, cell: (row) => faultName(row.class) },
        { title: 'In a row', cell: ({ strike }) => count(strike) },
        { title: 'Until', cell: ({ until }) => time(until) },
      ]}
    />
  );
}

function Failovers({ failovers }: { readonly failovers: Rotation['recentFailovers'] }) {
  const { time } = useFormats();
  return (
    <PlainTable
      label="Recent failovers"
      rows={failovers.map((failover, place) => ({ ...failover, key: String(place) }))}
      keyOf={({ key }) => key}
      columns={[
        { title: 'When', cell: ({ at }) => time(at) },
        { title: 'From', isText: true, cell: ({ from }) => <bdi>{showHidden(from)}</bdi> },
        { title: 'To', isText: true, cell: ({ to }) => <bdi>{showHidden(to)}</bdi> },
        { title: 'Fault', isText: true, cell: (row) => faultName(row.class) },
      ]}
    />
  );
}
