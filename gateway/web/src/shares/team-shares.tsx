import { Link } from '@tanstack/react-router';
import { describeError } from '../api/api-error.js';
import { useChange, useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { PageError } from '../ui/page-error.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { showError } from '../ui/toasts.js';
import type { SharedRecord } from './record.js';

/** The maximum number of teams of a user. */
const ALL = 200;

const WHAT_TEAMS_SEE: Readonly<Record<SharedRecord['entityType'], string>> = {
  deal: 'Members see it without amounts. Team owners and administrators can record view counts.',
  contact: "Members see it without your notes and revenue, and can't change it.",
  influencer: "Members see it without your notes and revenue, and can't change it.",
};

/** The user's teams with which a record is shared. */
export function TeamShares({ record: { entityType, entityId } }: { readonly record: SharedRecord }) {
  const { day, dayOf } = useFormats();
  const teams = useOperation('teams.list', { limit: ALL });
  const shares = useOperation('shares.list', { entityType, entityId, limit: ALL });
  const sharing = useChange('teams.share');
  const ending = useChange('teams.end_share');
  const isBusy = sharing.isPending || ending.isPending;
  const report = (error: unknown): void => showError(describeError(error));
  const error = teams.error ?? shares.error;
  return (
    <section aria-labelledby="with-teams">
      <h3 id="with-teams" className="mb-1 font-semibold">
        Teams
      </h3>
      <p className="mb-2 text-soft">{WHAT_TEAMS_SEE[entityType]}</p>
      {error !== null && <PageError error={error} />}
      {teams.data?.items.length === 0 && (
        <p>
          You're not in a team yet.{' '}
          <Link to="/teams" className={TEXT_LINK}>
            Create team
          </Link>
        </p>
      )}
      {teams.data && shares.data && teams.data.items.length > 0 && (
        <ul className="rounded-md border border-line">
          {teams.data.items.map(({ id: teamId, name }) => {
            const share = shares.data.items.find((each) => each.teamId === teamId);
            return (
              <li
                key={teamId}
                className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-3 py-1.5 last:border-b-0"
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <bdi>{name}</bdi>
                  {share && <span className="text-soft"> since {day(dayOf(share.since))}</span>}
                </span>
                {share ? (
                  <Button
                    kind="quiet"
                    disabled={isBusy}
                    onClick={() => void ending.mutateAsync({ input: { teamId, shareId: share.shareId } }).catch(report)}
                  >
                    Stop sharing<span className="sr-only"> with {name}</span>
                  </Button>
                ) : (
                  <Button
                    disabled={isBusy}
                    onClick={() => void sharing.mutateAsync({ input: { teamId, entityType, entityId } }).catch(report)}
                  >
                    Share<span className="sr-only"> with {name}</span>
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
