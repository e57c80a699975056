import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { useChange, useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { useSendsMail } from '../shell/confirm-email.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { PageError } from '../ui/page-error.js';
import { More } from '../ui/tables/more.js';
import { showError, showToast } from '../ui/toasts.js';
import { InvitationLink, type Invited, titleOf } from './invitation-link.js';
import { ROLE_NAMES, rolesGivenBy, type Team } from './team-texts.js';

type TeamInvitation = Item<'teams.list_team_invitations'>;

/** Open invitations; renders nothing without any. */
export function Invitations({ team }: { readonly team: Team }) {
  const [renewed, setRenewed] = useState<Invited>();
  const invitations = useList('teams.list_team_invitations', { teamId: team.id });
  if (invitations.isError) return <PageError error={invitations.error} />;
  if (invitations.items.length === 0) return null;
  const close = (): void => setRenewed(undefined);
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-2 font-semibold">
        Invited
      </h2>
      <ul className="rounded-md border border-line bg-surface">
        {invitations.items.map((each) => (
          <InvitationRow key={each.id} team={team} invitation={each} onRenewed={setRenewed} />
        ))}
      </ul>
      <More of={invitations} className="mt-2" />
      {renewed && (
        <Dialog title={titleOf(renewed)} isOpen onClose={close}>
          <InvitationLink invited={renewed} onClose={close} />
        </Dialog>
      )}
    </section>
  );
}

interface InvitationRowProps {
  readonly team: Team;
  readonly invitation: TeamInvitation;
  readonly onRenewed: (renewed: Invited) => void;
}

function InvitationRow({ team, invitation, onRenewed }: InvitationRowProps) {
  const { day, dayOf } = useFormats();
  const sendsMail = useSendsMail();
  const inviting = useChange('teams.invite_member');
  const withdrawing = useChange('teams.withdraw_invitation');
  const { id, email, role, invitedByName, expiresAt } = invitation;
  const isBusy = inviting.isPending || withdrawing.isPending;
  const fail = (error: unknown): void => showError(describeError(error));
  // Only hashes of a link are stored, so an invitation is sent again with a new one, for another 14 days.
  const renew = (): void => {
    inviting
      .mutateAsync({ input: { teamId: team.id, email, role } })
      .then(({ link }) => {
        if (sendsMail) showToast('Invitation sent. Earlier links no longer work.');
        else onRenewed({ email, link, isMailed: false, isRenewed: true });
      })
      .catch(fail);
  };
  const withdraw = (): void => {
    withdrawing
      .mutateAsync({ input: { teamId: team.id, invitationId: id } })
      .then(() => showToast('Invitation withdrawn. Its link no longer works.'))
      .catch(fail);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-3 py-2 last:border-b-0">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <bdi>{email}</bdi> <span className="text-soft">as {ROLE_NAMES[role].toLowerCase()}</span>
        </p>
        <p className="text-[13px] text-soft">
          by <bdi>{invitedByName}</bdi>, until {day(dayOf(expiresAt))}
        </p>
      </div>
      {rolesGivenBy(team.role).includes(role) && (
        <div className="flex items-center gap-1">
          <Button kind="quiet" disabled={isBusy} onClick={renew}>
            {sendsMail ? 'Send again' : 'New link'}
            <span className="sr-only"> for {email}</span>
          </Button>
          <Button kind="quiet" disabled={isBusy} onClick={withdraw}>
            Withdraw<span className="sr-only"> the invitation of {email}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
