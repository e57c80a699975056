import { useNavigate } from '@tanstack/react-router';
import type { Item } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { showToast } from '../ui/toasts.js';
import { InboxCard } from './inbox-card.js';

const ROLES = { owner: 'an owner', admin: 'an administrator', member: 'a member' } as const;

export function InvitationCard({ invitation }: { readonly invitation: Item<'teams.list_invitations'> }) {
  const formats = useFormats();
  const navigate = useNavigate();
  const accept = useChange('teams.accept_invitation');
  const decline = useChange('teams.decline_invitation');
  const { id, teamName, invitedByName, role, expiresAt } = invitation;
  const lead = (teamId: string): void => {
    const open = () => void navigate({ to: '/teams/$teamId', params: { teamId } });
    showToast(`You joined ${teamName}.`, { action: { label: 'Open team', run: open } });
  };
  const isBusy = accept.isPending || decline.isPending;
  const input = { invitationId: id };
  return (
    <InboxCard
      title={
        <>
          <bdi>{invitedByName}</bdi> invites you to <bdi>{teamName}</bdi>
        </>
      }
      error={accept.error ?? decline.error}
      actions={
        <>
          <Button disabled={isBusy} onClick={() => decline.mutate({ input })}>
            Decline
          </Button>
          <Button
            kind="primary"
            disabled={isBusy}
            onClick={() => accept.mutate({ input }, { onSuccess: ({ id: teamId }) => lead(teamId) })}
          >
            Accept
          </Button>
        </>
      }
    >
      <p className="text-soft">
        You would be {ROLES[role]}, and see what its members share. Open until {formats.day(formats.dayOf(expiresAt))}.
      </p>
    </InboxCard>
  );
}
