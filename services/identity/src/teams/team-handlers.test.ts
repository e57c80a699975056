import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { v7 as newId } from 'uuid';
import { type IdentityService, startIdentity } from '../testing/identity-service.js';
import type { MembershipEnd } from './membership-end.js';

const PAGE = { pageSize: 0, skip: 0 };

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const teams = (principal: UserPrincipal) => identity.as(principal, TeamService);

interface Person {
  readonly principal: UserPrincipal;
  readonly email: string;
  readonly token: string;
}

async function person(name?: string): Promise<Person> {
  const { principal, email, session } = await identity.signUp(name);
  return { principal, email, token: session.token };
}

async function createTeam(owner: Person): Promise<string> {
  const { team } = await teams(owner.principal).createTeam({ name: 'Team' });
  return team?.id ?? '';
}

async function join(teamId: string, by: Person, who: Person, role: string): Promise<void> {
  const { invitationId, secret } = await teams(by.principal).inviteMember({ teamId, email: who.email, role });
  await teams(who.principal).answerInvitation({ invitationId, secret, accept: true });
}

/** Creates a team with a member of each role. */
async function fullTeam() {
  const [owner, admin, member, stranger] = [await person(), await person(), await person(), await person()];
  const teamId = await createTeam(owner);
  await join(teamId, owner, admin, 'admin');
  await join(teamId, owner, member, 'member');
  return { teamId, owner, admin, member, stranger };
}

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { kind?: string }) => error.kind ?? 'failed',
  );

test('the creator of a team is its owner, and a member as soon as the response arrives', async () => {
  const owner = await person();

  const teamId = await createTeam(owner);

  expect((await identity.principalOf(owner.token))?.teams).toEqual([{ id: teamId, role: 'owner' }]);
  expect((await teams(owner.principal).getTeam({ teamId })).team).toMatchObject({
    role: 'owner',
    memberCount: 1,
    version: 1,
  });
});

test('members read, admins invite and rename, only owners change owners or end the team; strangers see nothing', async () => {
  const { teamId, ...people } = await fullTeam();
  const outcomes = async (who: Person) => {
    const mine = teams(who.principal);
    return {
      read: await outcome(mine.getTeam({ teamId })),
      members: await outcome(mine.listMembers({ teamId, ...PAGE })),
      rename: await outcome(mine.updateTeam({ teamId, name: 'Team' })),
      invitations: await outcome(mine.listTeamInvitations({ teamId, ...PAGE })),
      invite: await outcome(mine.inviteMember({ teamId, email: `${newId()}@example.com`, role: 'member' })),
      inviteOwner: await outcome(mine.inviteMember({ teamId, email: `${newId()}@example.com`, role: 'owner' })),
      removeOwner:
        who === people.owner
          ? 'not asked'
          : await outcome(mine.removeMember({ teamId, userId: people.owner.principal.userId })),
      demoteOwner:
        who === people.owner
          ? 'not asked'
          : await outcome(mine.updateMember({ teamId, userId: people.owner.principal.userId, role: 'member' })),
      end: who === people.owner ? 'not asked' : await outcome(mine.deleteTeam({ teamId })),
    };
  };

  const allowed = { read: 'done', members: 'done', rename: 'done', invitations: 'done', invite: 'done' };
  expect(await outcomes(people.owner)).toMatchObject({ ...allowed, inviteOwner: 'done' });
  expect(await outcomes(people.admin)).toEqual({
    ...allowed,
    inviteOwner: 'forbidden',
    removeOwner: 'forbidden',
    demoteOwner: 'forbidden',
    end: 'forbidden',
  });
  expect(await outcomes(people.member)).toEqual({
    read: 'done',
    members: 'done',
    rename: 'forbidden',
    invitations: 'forbidden',
    invite: 'forbidden',
    inviteOwner: 'forbidden',
    removeOwner: 'forbidden',
    demoteOwner: 'forbidden',
    end: 'forbidden',
  });
  expect(new Set(Object.values(await outcomes(people.stranger)))).toEqual(new Set(['not_found']));
});

test('only owners and admins see addresses', async () => {
  const { teamId, admin, member } = await fullTeam();
  const emails = async (who: Person) =>
    (await teams(who.principal).listMembers({ teamId, ...PAGE })).members.map(({ email }) => email);

  expect(await emails(admin)).toContain(member.email);
  expect(await emails(member)).toEqual([null, null, null]);
});

describe('leaving', () => {
  test('ends the membership immediately, and notifies deal', async () => {
    const { teamId, member } = await fullTeam();

    await teams(member.principal).removeMember({ teamId, userId: member.principal.userId });

    expect((await identity.principalOf(member.token))?.teams).toEqual([]);
    const delivered = identity.delivered.flatMap(({ topic, messages }) =>
      topic === 'team.membership_ended' ? messages : [],
    );
    expect(delivered.map(({ payload }) => payload)).toContainEqual({
      teamId,
      userId: member.principal.userId,
      sharedUntil: expect.any(String),
    });
  });

  /** The former team in a message to deal. */
  const toldMembers = (teamId: string, leaverId: string | null) =>
    identity.delivered
      .flatMap(({ topic, messages }) => (topic === 'team.membership_ended' ? messages : []))
      .map(({ payload }) => payload as MembershipEnd)
      .find((ended) => ended.teamId === teamId && ended.userId === leaverId && ended.formerTeam)?.formerTeam?.members;

  test('notifies deal of all former team members with their other teams, and so does ending a team', async () => {
    const { teamId, owner, admin, member } = await fullTeam();
    const otherId = await createTeam(admin);
    await join(otherId, admin, member, 'member');
    const byId = (one: { userId: string }, other: { userId: string }) => one.userId.localeCompare(other.userId);
    const teamsOf = ({ principal: { userId } }: Person, ...teamIds: string[]) => ({ userId, teamIds });
    const { userId } = member.principal;

    await teams(owner.principal).removeMember({ teamId, userId });
    await teams(owner.principal).deleteTeam({ teamId });

    const remaining = [teamsOf(owner), teamsOf(admin, otherId)];
    expect(toldMembers(teamId, userId)?.toSorted(byId)).toEqual(
      [...remaining, teamsOf(member, otherId)].toSorted(byId),
    );
    expect(toldMembers(teamId, null)?.toSorted(byId)).toEqual(remaining.toSorted(byId));
  });

  test('the last two common teams at the same time notifies deal that none is left', async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      const [owner, member] = [await person(), await person()];
      const { userId } = member.principal;
      const teamIds = [await createTeam(owner), await createTeam(owner)];
      for (const teamId of teamIds) await join(teamId, owner, member, 'member');

      await Promise.all(teamIds.map((teamId) => teams(member.principal).removeMember({ teamId, userId })));

      const told = teamIds.map((teamId) => toldMembers(teamId, userId) ?? []);
      const common = told.map((members) => {
        const [kept, left] = [owner.principal.userId, userId].map((id) => members.find((each) => each.userId === id));
        return kept?.teamIds.filter((teamId) => left?.teamIds.includes(teamId));
      });
      expect(common).toContainEqual([]);
    }
  });

  test('is published again in five minutes, for records shared within the lifetime of an assertion', async () => {
    const { teamId, member } = await fullTeam();
    const { userId } = member.principal;

    await teams(member.principal).removeMember({ teamId, userId });

    const { rows } = await identity.pool.query<{ destination: string; minutes: number; seconds: number }>(
      `select later.destination, round(extract(epoch from later.deliver_at - now()) / 60)::int as minutes,
              extract(epoch from (later.payload ->> 'sharedUntil')::timestamptz - t.since)::int as seconds
         from identity.outbox_messages later
         join identity.memberships t on t.team_id = $1 and t.user_id = $2::uuid
        where later.topic = 'team.membership_ended' and later.payload ->> 'userId' = $2::text
          and later.deliver_at > now()
        order by later.destination`,
      [teamId, userId],
    );
    expect(rows).toEqual([
      { destination: 'deal', minutes: 5, seconds: 60 },
      { destination: 'screenshot', minutes: 5, seconds: 60 },
      { destination: 'shortener', minutes: 5, seconds: 60 },
    ]);
  });

  test('and rejoining within a minute keeps what the member shares after that', async () => {
    const { teamId, owner, member } = await fullTeam();
    const { userId } = member.principal;
    await teams(member.principal).removeMember({ teamId, userId });

    await join(teamId, owner, member, 'member');

    const { rows } = await identity.pool.query(
      `select later.destination, round(extract(epoch from later.deliver_at - now()) / 60)::int as minutes,
              abs(extract(epoch from (later.payload ->> 'sharedUntil')::timestamptz - t.since)) < 30 as "untilJoining"
         from identity.outbox_messages later
         join identity.memberships t on t.team_id = $1 and t.user_id = $2::uuid
        where later.topic = 'team.membership_ended' and later.payload ->> 'userId' = $2::text
          and later.deliver_at > now()
        order by later.destination`,
      [teamId, userId],
    );
    expect(rows).toEqual([
      { destination: 'deal', minutes: 5, untilJoining: true },
      { destination: 'screenshot', minutes: 5, untilJoining: true },
      { destination: 'shortener', minutes: 5, untilJoining: true },
    ]);
  });

  test('and rejoining later changes no message', async () => {
    const { teamId, owner, member } = await fullTeam();
    const { userId } = member.principal;
    await teams(member.principal).removeMember({ teamId, userId });
    await identity.pool.query(
      `update identity.memberships set since = since - interval '6 minutes' where team_id = $1 and user_id = $2`,
      [teamId, userId],
    );
    const messages = () =>
      identity.pool.query(
        `select id, payload from identity.outbox_messages where payload ->> 'teamId' = $1 and deliver_at > now() order by id`,
        [teamId],
      );
    const before = await messages();

    await join(teamId, owner, member, 'member');

    expect((await messages()).rows).toEqual(before.rows);
  });

  test('is refused for the last owner, and so is another role', async () => {
    const { teamId, owner, admin } = await fullTeam();
    const mine = teams(owner.principal);
    const { userId } = owner.principal;

    await expect(mine.removeMember({ teamId, userId })).rejects.toMatchObject({ kind: 'conflict' });
    await expect(mine.updateMember({ teamId, userId, role: 'admin' })).rejects.toMatchObject({ kind: 'conflict' });
    await mine.updateMember({ teamId, userId: admin.principal.userId, role: 'owner' });
    await expect(mine.removeMember({ teamId, userId })).resolves.toEqual({});
  });

  test('by both of two owners at once leaves one', async () => {
    const { teamId, owner, admin } = await fullTeam();
    await teams(owner.principal).updateMember({ teamId, userId: admin.principal.userId, role: 'owner' });

    const outcomes = await Promise.all(
      [owner, admin].map((who) => outcome(teams(who.principal).removeMember({ teamId, userId: who.principal.userId }))),
    );

    expect(outcomes.toSorted()).toEqual(['conflict', 'done']);
  });
});

test('an ended team disappears for all of its members', async () => {
  const { teamId, owner, member } = await fullTeam();

  await teams(owner.principal).deleteTeam({ teamId });

  expect((await identity.principalOf(member.token))?.teams).toEqual([]);
  await expect(teams(owner.principal).getTeam({ teamId })).rejects.toMatchObject({ kind: 'not_found' });
});

test('a user is in at most fifty teams', async () => {
  const who = await person();
  const other = await person();
  const teamId = await createTeam(other);
  await identity.pool.query(
    `with added as (insert into identity.teams (id, name) select gen_random_uuid(), 'T' from generate_series(1, 50) returning id)
     insert into identity.memberships (team_id, user_id, role, status) select id, $1, 'member', 'active' from added`,
    [who.principal.userId],
  );

  await expect(teams(who.principal).createTeam({ name: 'One more' })).rejects.toMatchObject({ kind: 'conflict' });
  await expect(join(teamId, other, who, 'member')).rejects.toMatchObject({ kind: 'conflict' });
});

test('names are revealed only to teammates', async () => {
  const { teamId, owner, member, stranger } = await fullTeam();
  const userIds = [owner, member, stranger].map(({ principal }) => principal.userId);

  const { teammates } = await teams(member.principal).describeTeammates({ userIds });

  expect(new Map(teammates.map(({ userId, teamIds }) => [userId, teamIds]))).toEqual(
    new Map([
      [owner.principal.userId, [teamId]],
      [member.principal.userId, [teamId]],
    ]),
  );
});

test('users see themselves and their teammates, once each and by name', async () => {
  const [ann, bob, cy, gone, stranger] = [
    await person('ann'),
    await person('Bob'),
    await person('Cy'),
    await person('Gone'),
    await person('Stranger'),
  ];
  for (const others of [[bob, cy, gone], [bob]]) {
    const teamId = await createTeam(ann);
    for (const other of others) await join(teamId, ann, other, 'member');
    if (others.includes(gone)) await teams(ann.principal).removeMember({ teamId, userId: gone.principal.userId });
  }
  const namesSeenBy = async (who: Person, page = PAGE) => {
    const { people, totalSize } = await teams(who.principal).listPeople(page);
    return { names: people.map(({ name }) => name), totalSize };
  };

  expect((await teams(ann.principal).listPeople({ pageSize: 1, skip: 0 })).people).toEqual([
    { userId: ann.principal.userId, name: 'ann' },
  ]);
  expect(await namesSeenBy(ann)).toEqual({ names: ['ann', 'Bob', 'Cy'], totalSize: 3 });
  expect(await namesSeenBy(cy)).toEqual({ names: ['ann', 'Bob', 'Cy'], totalSize: 3 });
  expect(await namesSeenBy(ann, { pageSize: 1, skip: 1 })).toEqual({ names: ['Bob'], totalSize: 3 });
  expect(await namesSeenBy(gone)).toEqual({ names: ['Gone'], totalSize: 1 });
  expect(await namesSeenBy(stranger)).toEqual({ names: ['Stranger'], totalSize: 1 });
});
