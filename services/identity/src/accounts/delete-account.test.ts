import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { v7 as newId } from 'uuid';
import { type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { deleteCallsOfEndedAccounts } from '../tool-calls/delete-calls-of-ended-accounts.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const remove = (principal: UserPrincipal, password = PASSWORD) =>
  identity.as(principal, AccountService).deleteAccount({ password });

/** Creates a team whose members join in the given order. */
async function createTeam(...members: [UserPrincipal, string][]): Promise<string> {
  const teamId = newId();
  await identity.pool.query(`insert into identity.teams (id, name) values ($1, 'Team')`, [teamId]);
  for (const [index, [user, role]] of members.entries()) {
    await identity.pool.query(
      `insert into identity.memberships (team_id, user_id, role, status, since)
       values ($1, $2, $3, 'active', now() - make_interval(days => $4))`,
      [teamId, user.userId, role, 100 - index],
    );
  }
  return teamId;
}

async function rolesOf(teamId: string): Promise<Record<string, string>> {
  const { rows } = await identity.pool.query<{ userId: string; role: string }>(
    `select user_id as "userId", role from identity.memberships where team_id = $1`,
    [teamId],
  );
  return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
}

test('a deleted account is signed out immediately and its address is free again', async () => {
  const { session, email, principal } = await identity.signUp();

  await remove(principal);

  expect(await identity.principalOf(session.token)).toBeUndefined();
  const client = { address: '', userAgent: '' };
  await expect(identity.accounts.signUp({ email, password: PASSWORD, name: 'N', client })).resolves.toBeDefined();
});

test('no stored response to a deleted account remains for a repeated request', async () => {
  const { principal } = await identity.signUp();
  await identity.as(principal, TeamService, { idempotencyKey: newId() }).createTeam({ name: 'Without members' });
  const answers = () =>
    identity.pool.query(`select 1 from identity.idempotency_answers where user_id = $1`, [principal.userId]);
  expect((await answers()).rows).toHaveLength(1);

  await remove(principal);

  expect((await answers()).rows).toEqual([]);
});

test('an account is deleted only with its password', async () => {
  const { session, principal } = await identity.signUp();

  await expect(remove(principal, 'guessed')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });

  expect(await identity.principalOf(session.token)).toBeDefined();
});

test('every service gets a purge message, now and again in five minutes', async () => {
  const { principal } = await identity.signUp();

  await remove(principal);

  const { rows } = await identity.pool.query<{ destination: string; minutes: number }>(
    `select destination, round(extract(epoch from deliver_at - created_at) / 60)::int as minutes
       from outbox_messages
      where payload ->> 'userId' = $1
      order by destination, deliver_at`,
    [principal.userId],
  );
  expect(rows.filter(({ minutes }) => minutes === 5).map(({ destination }) => destination)).toEqual([
    'copilot',
    'deal',
    'screenshot',
    'shortener',
    'viewcheck',
  ]);
  const told = identity.delivered
    .filter(({ messages }) =>
      messages.some(({ payload }) => (payload as { userId: string }).userId === principal.userId),
    )
    .map(({ destination }) => destination);
  expect(told.toSorted()).toEqual(['copilot', 'deal', 'screenshot', 'shortener', 'viewcheck']);
});

test('a team whose only owner leaves passes to the longest-standing admin', async () => {
  const [owner, member, admin, lateAdmin] = await Promise.all([1, 2, 3, 4].map(() => identity.signUp()));
  const teamId = await createTeam(
    [owner!.principal, 'owner'],
    [member!.principal, 'member'],
    [admin!.principal, 'admin'],
    [lateAdmin!.principal, 'admin'],
  );

  await remove(owner!.principal);

  expect(await rolesOf(teamId)).toEqual({
    [member!.principal.userId]: 'member',
    [admin!.principal.userId]: 'owner',
    [lateAdmin!.principal.userId]: 'admin',
  });
});

test('a team without admins passes to the longest-standing member', async () => {
  const [owner, first, second] = await Promise.all([1, 2, 3].map(() => identity.signUp()));
  const teamId = await createTeam(
    [owner!.principal, 'owner'],
    [first!.principal, 'member'],
    [second!.principal, 'member'],
  );

  await remove(owner!.principal);

  expect(await rolesOf(teamId)).toMatchObject({ [first!.principal.userId]: 'owner' });
});

test('a team does not pass to a disabled account, even a co-owner, while another member can take it', async () => {
  const [owner, disabled, member] = await Promise.all([1, 2, 3].map(() => identity.signUp()));
  const ids = [disabled!.principal.userId, member!.principal.userId];
  const [asAdmin, asOwner] = [
    await createTeam([owner!.principal, 'owner'], [disabled!.principal, 'admin'], [member!.principal, 'member']),
    await createTeam([owner!.principal, 'owner'], [disabled!.principal, 'owner'], [member!.principal, 'member']),
  ];
  await identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [ids[0]]);

  await remove(owner!.principal);

  expect(await rolesOf(asAdmin)).toEqual({ [ids[0]!]: 'admin', [ids[1]!]: 'owner' });
  expect(await rolesOf(asOwner)).toEqual({ [ids[0]!]: 'owner', [ids[1]!]: 'owner' });
});

test('a team with another owner keeps its roles, and an empty team is deleted', async () => {
  const [leaver, owner] = await Promise.all([1, 2].map(() => identity.signUp()));
  const shared = await createTeam([leaver!.principal, 'owner'], [owner!.principal, 'owner']);
  const alone = await createTeam([leaver!.principal, 'owner']);

  await remove(leaver!.principal);

  expect(await rolesOf(shared)).toEqual({ [owner!.principal.userId]: 'owner' });
  const { rows } = await identity.pool.query(`select id from identity.teams where id = $1`, [alone]);
  expect(rows).toEqual([]);
});

test('an account is deleted immediately regardless of its number of agent records, which are deleted in batches', async () => {
  const { session, principal } = await identity.signUp();
  const others = await identity.signUp();
  const insert = (userId: string, count: number) =>
    identity.pool.query(
      `insert into identity.agent_tool_calls
              (id, user_id, operation, tier, request_id, surface, status, http_status, duration_ms, handles, replayed, at)
       select gen_random_uuid(), $1, 'deals.list', 0, 'r', 'mcp', 'ok', 200, 1, '{}', false, now() from generate_series(1, $2::int)`,
      [userId, count],
    );
  const count = async (table: string, userId: string) =>
    (await identity.pool.query(`select from identity.${table} where user_id = $1`, [userId])).rowCount;
  const sweep = () => deleteCallsOfEndedAccounts(identity.pool, new AbortController().signal);
  await insert(principal.userId, 11_000);
  await insert(others.principal.userId, 1);
  // Deleting the records would wait for this lock.
  const reader = await identity.pool.connect();
  await reader.query('begin');
  await reader.query(`select from identity.agent_tool_calls where user_id = $1 limit 1 for update`, [principal.userId]);

  await remove(principal);
  expect(await identity.principalOf(session.token)).toBeUndefined();
  await sweep();
  expect(await count('agent_tool_calls', principal.userId)).toBe(1);
  await reader.query('commit');
  reader.release();
  await identity.pool.query(
    `update identity.ended_accounts set ended_at = now() - interval '2 hours' where user_id = $1`,
    [principal.userId],
  );
  await sweep();

  expect(await count('agent_tool_calls', principal.userId)).toBe(0);
  expect(await count('ended_accounts', principal.userId)).toBe(0);
  expect(await count('agent_tool_calls', others.principal.userId)).toBe(1);
});
