import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useChange, useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { UnseenInvitations } from '../shell/confirm-email.js';
import { useNewRecord } from '../shell/new-record.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable } from '../ui/tables/list-table.js';
import { NameDialog } from './name-dialog.js';
import { ROLE_NAMES, type Team } from './team-texts.js';

/** The user's teams. */
export function TeamsPage() {
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const teams = useList('teams.list', {});
  const creating = useChange('teams.create');
  const columns = useTeamColumns();
  useNewRecord('/teams', 'New team', () => setCreating(true));
  const newTeam = (
    <Button kind="primary" onClick={() => setCreating(true)} title="Press n">
      <Plus size={15} aria-hidden /> New team
    </Button>
  );
  return (
    <Page width="text">
      <PageHead title="Teams" about="Members see what's shared with their team" actions={newTeam} />
      <ListTable
        label="Teams"
        list={teams}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No teams yet. Create a team, invite the people you work with, and share deals with them."
      />
      <UnseenInvitations className="mt-4" />
      {isCreating && (
        <NameDialog
          title="New team"
          action="Create team"
          onClose={() => setCreating(false)}
          subject={{
            send: async (input) => {
              const team = await creating.mutateAsync({ input });
              await navigate({ to: '/teams/$teamId', params: { teamId: team.id } });
            },
          }}
        />
      )}
    </Page>
  );
}

function useTeamColumns(): readonly Column<Team>[] {
  const { count, day, dayOf } = useFormats();
  return [
    {
      id: 'name',
      title: 'Team',
      width: 'minmax(10rem,2fr)',
      cell: ({ id, name }) => (
        <Link to="/teams/$teamId" params={{ teamId: id }} className="block truncate font-medium hover:underline">
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { id: 'role', title: 'Your role', width: '9rem', cell: ({ role }) => <Chip>{ROLE_NAMES[role]}</Chip> },
    { id: 'members', title: 'Members', width: '6rem', isNumeric: true, cell: ({ memberCount }) => count(memberCount) },
    { id: 'since', title: 'Since', width: '8rem', isDate: true, cell: ({ createdAt }) => day(dayOf(createdAt)) },
  ];
}
