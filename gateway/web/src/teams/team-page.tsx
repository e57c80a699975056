import { useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.js';
import { useChange, useOperation } from '../api/queries.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Menu } from '../ui/menu.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { InviteDialog } from './invite-dialog.js';
import { Invitations } from './invitations.js';
import { Members } from './members.js';
import { NameDialog } from './name-dialog.js';
import { SharedWithTeam } from './shared-with-team.js';
import { isRunBy, ROLE_NAMES, type Team } from './team-texts.js';

/** One team: who is in it, who is invited, and what is shared with it. */
export function TeamPage() {
  const { teamId } = useParams({ from: '/app/teams/$teamId' });
  const team = useOperation('teams.get', { teamId });
  if (team.isError) return <PageError error={team.error} />;
  if (!team.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-8">
      <TeamHead team={team.data} />
      <Members team={team.data} />
      {isRunBy(team.data.role) && <Invitations team={team.data} />}
      <SharedWithTeam team={team.data} />
    </div>
  );
}

function TeamHead({ team }: { readonly team: Team }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'invite' | 'rename' | 'delete'>();
  const renaming = useChange('teams.update');
  const deleting = useChange('teams.delete', { leave: () => navigate({ to: '/teams' }) });
  const close = (): void => setOpen(undefined);
  const { id: teamId, name, role, version } = team;
  return (
    <div className="-mb-5">
      <PageHead
        title={name}
        about={
          <>
            Your role: <Chip>{ROLE_NAMES[role].toLowerCase()}</Chip>
          </>
        }
        actions={
          isRunBy(role) && (
            <>
              <Button kind="primary" onClick={() => setOpen('invite')}>
                Invite
              </Button>
              <Button onClick={() => setOpen('rename')}>Rename</Button>
              {role === 'owner' && (
                <Menu
                  label="More"
                  className={buttonClass('quiet', 'px-2')}
                  items={[{ label: 'Delete team…', run: () => setOpen('delete'), isDangerous: true }]}
                >
                  <Ellipsis size={16} aria-hidden />
                </Menu>
              )}
            </>
          )
        }
      />
      {open === 'invite' && <InviteDialog team={team} onClose={close} />}
      {open === 'rename' && (
        <NameDialog
          title="Rename team"
          action="Rename"
          onClose={close}
          subject={{
            record: team,
            readAnew: () => call('teams.get', { teamId }),
            update: ({ name: wanted = name }, before) =>
              renaming.mutateAsync({ input: { teamId, name: wanted }, version: before }),
          }}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete team?"
          action="Delete team"
          onClose={close}
          run={() => deleting.mutateAsync({ input: { teamId }, version })}
        >
          <p>
            <bdi className="font-medium">{name}</bdi> is deleted for all members, and nothing is shared with it any
            longer. Records stay with their owners. This can't be undone.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
