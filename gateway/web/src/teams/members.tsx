import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { useChange, useList } from '../api/queries.js';
import { useFormats, useSignedIn } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { PageError } from '../ui/page-error.js';
import { More } from '../ui/tables/more.js';
import { showError } from '../ui/toasts.js';
import { type Member, ROLE_NAMES, rolesGivenBy, type Team, type TeamRole } from './team-texts.js';

/** A member who has joined. */
type Joined = Member & { readonly userId: string };

/** The team's members with their roles; they can be removed, or leave. */
export function Members({ team }: { readonly team: Team }) {
  const [leaving, setLeaving] = useState<Joined>();
  const members = useList('teams.list_members', { teamId: team.id });
  if (members.isError) return <PageError error={members.error} />;
  const joined = members.items.filter((member): member is Joined => member.userId !== null);
  const owners = joined.filter(({ role }) => role === 'owner').length;
  return (
    <section aria-labelledby="members">
      <h2 id="members" className="mb-2 font-semibold">
        Members
      </h2>
      <ul className="rounded-md border border-line bg-surface">
        {joined.map((member) => (
          <li
            key={member.userId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-b-0"
          >
            <MemberRow
              team={team}
              member={member}
              isLastOwner={member.role === 'owner' && owners === 1 && !members.hasNextPage}
              onRemove={() => setLeaving(member)}
            />
          </li>
        ))}
      </ul>
      <More of={members} className="mt-2" />
      {leaving && <RemoveMember team={team} member={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  );
}

interface MemberRowProps {
  readonly team: Team;
  readonly member: Joined;
  readonly isLastOwner: boolean;
  readonly onRemove: () => void;
}

function MemberRow({ team, member, isLastOwner, onRemove }: MemberRowProps) {
  const { user } = useSignedIn();
  const { day, dayOf } = useFormats();
  const isMe = member.userId === user.id;
  const assignable = rolesGivenBy(team.role);
  const mayDecide = assignable.includes(member.role);
  return (
    <>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <bdi className="font-medium">{member.name ?? 'Unknown'}</bdi>
          {isMe && ' (you)'}
        </p>
        <p className="text-[13px] text-soft">
          {member.email !== null && (
            <>
              <bdi>{member.email}</bdi>,{' '}
            </>
          )}
          since {day(dayOf(member.since))}
        </p>
      </div>
      {isLastOwner ? (
        <p className="text-[13px] text-soft">
          {isMe ? 'Owner. Make another member an owner before you leave.' : ROLE_NAMES.owner}
        </p>
      ) : (
        <div className="flex items-center gap-2">
          {mayDecide ? <RoleChoice team={team} member={member} roles={assignable} /> : ROLE_NAMES[member.role]}
          {(isMe || mayDecide) && (
            <Button kind="quiet" onClick={onRemove}>
              {isMe ? 'Leave' : 'Remove'}
              {!isMe && <span className="sr-only"> {member.name}</span>}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

interface RoleChoiceProps {
  readonly team: Team;
  readonly member: Joined;
  readonly roles: readonly TeamRole[];
}

function RoleChoice({ team, member: { userId, name, role }, roles }: RoleChoiceProps) {
  const changing = useChange('teams.update_member');
  return (
    <select
      aria-label={`Role of ${name ?? 'this member'}`}
      value={role}
      disabled={changing.isPending}
      onChange={(event) => {
        const wanted = event.currentTarget.value as TeamRole;
        changing
          .mutateAsync({ input: { teamId: team.id, userId, role: wanted } })
          .catch((error: unknown) => showError(describeError(error)));
      }}
      className="min-h-(--control) rounded-md border border-line-strong bg-surface px-2"
    >
      {roles.map((each) => (
        <option key={each} value={each}>
          {ROLE_NAMES[each]}
        </option>
      ))}
    </select>
  );
}

interface RemoveMemberProps {
  readonly team: Team;
  readonly member: Joined;
  readonly onClose: () => void;
}

function RemoveMember({ team, member, onClose }: RemoveMemberProps) {
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const isMe = member.userId === user.id;
  const removing = useChange(
    'teams.remove_member',
    isMe ? { leave: () => navigate({ to: '/teams', replace: true }) } : {},
  );
  return (
    <ConfirmDialog
      title={isMe ? 'Leave team?' : 'Remove from team?'}
      action={isMe ? 'Leave team' : 'Remove'}
      onClose={onClose}
      run={() => removing.mutateAsync({ input: { teamId: team.id, userId: member.userId } })}
    >
      <p>
        {isMe ? 'You' : <bdi className="font-medium">{member.name}</bdi>} will lose access to what others share with{' '}
        <bdi>{team.name}</bdi>.
      </p>
    </ConfirmDialog>
  );
}
