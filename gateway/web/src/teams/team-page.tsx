import { useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { ParentLink } from '../address/parent-link.js';
import { call } from '../api/call.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange, useList, useOperation } from '../api/queries.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { Menu } from '../ui/menu.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { Invitations } from './invitations.js';
import { InviteDialog } from './invite-dialog.js';
import { Members } from './members.js';
import { NameDialog } from './name-dialog.js';
import { SharedWithTeam } from './shared-with-team.js';
import { isRunBy, ROLE_NAMES, type Team } from './team-texts.js';

/** One team: its members, its invitations, and its shared records. */
export function TeamPage() {
  const { teamId } = useParams({ from: '/app/teams/$teamId' });
  const team = useOperation('teams.get', { teamId });
  if (team.isError) return <PageError error={team.error} />;
  if (!team.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  return (
    <Page key={teamId} width="text" className="flex flex-col gap-8">
      <TeamHead team={team.data} />
      {isRunBy(team.data.role) ? <RunTeam team={team.data} /> : <JoinedTeam team={team.data} />}
    </Page>
  );
}

const LOADING = <SkeletonRows rows={8} rowClass="flex h-14 items-center" />;

/** The lists load together, because a short or empty one would move those below it. */
function JoinedTeam({ team }: { readonly team: Team }) {
  const members = useList('teams.list_members', { teamId: team.id });
  const shares = useList('teams.list_shares', { teamId: team.id });
  if (members.isPending || shares.isPending) return LOADING;
  return (
    <>
      <Members team={team} />
      <SharedWithTeam team={team} />
    </>
  );
}

/** The same with invitations, for those who may see them. */
function RunTeam({ team }: { readonly team: Team }) {
  const members = useList('teams.list_members', { teamId: team.id });
  const invitations = useList('teams.list_team_invitations', { teamId: team.id });
  const shares = useList('teams.list_shares', { teamId: team.id });
  if (members.isPending || invitations.isPending || shares.isPending) return LOADING;
  return (
    <>
      <Members team={team} />
      <Invitations team={team} />
      <SharedWithTeam team={team} />
    </>
  );
}

function TeamHead({ team }: { readonly team: Team }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'invite' | 'rename' | 'delete'>();
  const renaming = useChange('teams.update');
  const deleting = useChange('teams.delete', { leave: () => navigate({ to: '/teams', replace: true }) });
  const close = (): void => setOpen(undefined);
  const { id: teamId, name, role, version } = team;
  return (
    <div className="-mb-5">
      <ParentLink to="/teams">Teams</ParentLink>
      <PageHead
        title={name}
        about={
          <>
            Your role: <Chip>{ROLE_NAMES[role]}</Chip>
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
            refetch: () => call('teams.get', { teamId }),
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
          run={() => deleting.mutateAsync({ input: { teamId }, version: versionAfterOwnChanges(teamId, version) })}
        >
          <p>
            <bdi className="font-medium">{name}</bdi> is deleted for all members, and its shares end. Records stay with
            their owners. This can't be undone.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
