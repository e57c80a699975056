import { Link } from '@tanstack/react-router';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { useChange, useList } from '../api/queries.js';
import { useFormats, useSignedIn } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { Button, buttonClass } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import { More } from '../ui/tables/more.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { showError, showToast } from '../ui/toasts.js';
import { isRunBy, type Team } from './team-texts.js';

type Share = Item<'teams.list_shares'>;

const KIND_NAMES: Readonly<Record<Share['entityType'], string>> = {
  deal: 'Deals',
  contact: 'Contacts',
  influencer: 'Influencers',
  task: 'Tasks',
  message_template: 'Message templates',
  deal_template: 'Deal templates',
  short_link: 'Short links',
  screenshot: 'Screenshots',
};

/** Records shared with a team, by kind. */
export function SharedWithTeam({ team }: { readonly team: Team }) {
  const { count } = useFormats();
  const shares = useList('teams.list_shares', { teamId: team.id });
  if (shares.isError) return <PageError error={shares.error} />;
  const byKind = Map.groupBy(shares.items, ({ entityType }) => entityType);
  const kinds = (Object.keys(KIND_NAMES) as Share['entityType'][]).filter((kind) => byKind.has(kind));
  const missing = shares.pages[0]?.degraded ?? [];
  return (
    <section aria-labelledby="shared">
      <h2 id="shared" className="mb-2 font-semibold">
        Shared with the team
      </h2>
      {missing.length > 0 && <Notice tone="warn">Couldn't load: {missing.join(', ')}.</Notice>}
      {shares.isSuccess && kinds.length === 0 && (
        <EmptyState
          action={
            <Link to="/deals" className={buttonClass()}>
              Open deals
            </Link>
          }
        >
          Nothing shared yet. Open a deal and choose “Share”.
        </EmptyState>
      )}
      {kinds.map((kind) => (
        <div key={kind} className="mb-4">
          <h3 className="mb-1 text-[13px] font-medium text-soft">{KIND_NAMES[kind]}</h3>
          <ul className="rounded-md border border-line bg-surface">
            {byKind.get(kind)?.map((share) => (
              <ShareRow key={share.id} team={team} share={share} />
            ))}
          </ul>
        </div>
      ))}
      <More of={shares}>Show more of {count(shares.total ?? shares.items.length)}</More>
    </section>
  );
}

/** The shared record's name, linked to the record or to its list. */
function ShareTitle({ share: { entityType, entityId, title } }: { readonly share: Share }) {
  const name = <bdi>{title}</bdi>;
  const look = { className: TEXT_LINK };
  switch (entityType) {
    case 'deal':
      return (
        <Link to="/deals/$dealId" params={{ dealId: entityId }} {...look}>
          {name}
        </Link>
      );
    case 'contact':
      return (
        <Link to="/contacts/$contactId" params={{ contactId: entityId }} {...look}>
          {name}
        </Link>
      );
    case 'influencer':
      return (
        <Link to="/influencers/$influencerId" params={{ influencerId: entityId }} {...look}>
          {name}
        </Link>
      );
    case 'short_link':
      return (
        <Link to="/links/$linkId" params={{ linkId: entityId }} {...look}>
          {name}
        </Link>
      );
    case 'screenshot':
      return (
        <Link to="/screenshots" search={{ screenshotId: entityId }} {...look}>
          {name}
        </Link>
      );
    case 'task':
      return (
        <Link to="/tasks" {...look}>
          {name}
        </Link>
      );
    default:
      return (
        <Link to="/templates" search={entityType === 'deal_template' ? { tab: 'deals' } : {}} {...look}>
          {name}
        </Link>
      );
  }
}

function ShareRow({ team, share }: { readonly team: Team; readonly share: Share }) {
  const { user } = useSignedIn();
  const { day, dayOf } = useFormats();
  const { nameOf } = usePeople();
  const ending = useChange('teams.end_share');
  const end = (): void => {
    ending
      .mutateAsync({ input: { teamId: team.id, shareId: share.id } })
      .then(() => showToast(`${share.title} is no longer shared with ${team.name}.`))
      .catch((error: unknown) => showError(describeError(error)));
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-3 py-2 last:border-b-0">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <ShareTitle share={share} />
        <p className="text-[13px] text-soft">
          <bdi>{nameOf(share.ownerId)}</bdi>, since {day(dayOf(share.createdAt))}
        </p>
      </div>
      {(share.ownerId === user.id || isRunBy(team.role)) && (
        <Button kind="quiet" disabled={ending.isPending} onClick={end}>
          Stop sharing<span className="sr-only"> {share.title}</span>
        </Button>
      )}
    </li>
  );
}
