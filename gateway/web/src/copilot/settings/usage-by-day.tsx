import type { Output } from '../../api/operations.js';
import { useOperation } from '../../api/queries.js';
import { useFormats } from '../../shell/account.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PageError } from '../../ui/page-error.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { PlainTable } from '../../ui/tables/plain-table.js';

const DAYS = 30;

/** Questions per day. */
export function UsageByDay({ mode, features }: Pick<Output<'copilot.get_config'>, 'mode' | 'features'>) {
  const { count, day, time } = useFormats();
  const usage = useOperation('copilot.get_usage', { days: DAYS });
  if (usage.isError) return <PageError error={usage.error} />;
  if (!usage.data) return <SkeletonRows rows={3} rowClass="flex h-8 items-center" />;
  const { free, history } = usage.data;
  return (
    <div className="flex flex-col gap-3">
      {mode === 'free' && features.freePool === 'ready' && (
        <p>
          {free.unlimited
            ? `${count(free.used)} answers today, without a limit.`
            : `${count(free.remaining ?? 0)} of ${count(free.limit)} free answers left until ${time(free.resetAt)}.`}
        </p>
      )}
      {history.length === 0 ? (
        <EmptyState>Nothing was asked in the last {DAYS} days.</EmptyState>
      ) : (
        <PlainTable
          label="Usage by day"
          rows={history.toReversed()}
          keyOf={(used) => used.day}
          columns={[
            { title: 'Day', cell: (used) => day(used.day) },
            { title: 'Free answers', cell: ({ freeTurns }) => count(freeTurns) },
            { title: 'With your key', cell: ({ byokTurns }) => count(byokTurns) },
            { title: 'Model calls', cell: ({ modelCalls }) => count(modelCalls) },
            { title: 'Failovers', cell: ({ failovers }) => count(failovers) },
            { title: 'Tokens sent', cell: ({ promptTokens }) => count(promptTokens) },
            { title: 'Tokens received', cell: ({ completionTokens }) => count(completionTokens) },
          ]}
        />
      )}
    </div>
  );
}
