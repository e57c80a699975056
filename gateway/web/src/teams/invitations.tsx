import { describeError } from '../api/api-error.js';
import { useChange, useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { PageError } from '../ui/page-error.js';
import { More } from '../ui/tables/more.js';
import { showError, showToast } from '../ui/toasts.js';
import { ROLE_NAMES, type Team } from './team-texts.js';

/** Open invitations; renders nothing without any. */
export function Invitations({ team }: { readonly team: Team }) {
  const { day, dayOf } = useFormats();
  const invitations = useList('teams.list_team_invitations', { teamId: team.id });
  const withdrawing = useChange('teams.withdraw_invitation');
  if (invitations.isError) return <PageError error={invitations.error} />;
  if (invitations.items.length === 0) return null;
  const withdraw = (invitationId: string): void => {
    withdrawing
      .mutateAsync({ input: { teamId: team.id, invitationId } })
      .then(() => showToast('Invitation withdrawn. Its link no longer works.'))
      .catch((error: unknown) => showError(describeError(error)));
  };
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-2 font-semibold">
        Invited
      </h2>
      <ul className="rounded-md border border-line bg-surface">
        {invitations.items.map(({ id, email, role, invitedByName, expiresAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-3 py-2 last:border-b-0"
          >
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p>
                <bdi>{email}</bdi> <span className="text-soft">as {ROLE_NAMES[role].toLowerCase()}</span>
              </p>
              <p className="text-[13px] text-soft">
                by <bdi>{invitedByName}</bdi>, until {day(dayOf(expiresAt))}
              </p>
            </div>
            <Button kind="quiet" disabled={withdrawing.isPending} onClick={() => withdraw(id)}>
              Withdraw<span className="sr-only"> the invitation of {email}</span>
            </Button>
          </li>
        ))}
      </ul>
      <More of={invitations} className="mt-2" />
    </section>
  );
}
