import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { AuditService } from '@svc/proto/identity/v1/audit_service';
import { SystemSettingsService } from '@svc/proto/identity/v1/settings_service';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { UserAdministrationService } from '@svc/proto/identity/v1/user_administration_service';
import { v7 as newId } from 'uuid';
import { agentPrincipalOf, connectAgent } from '../testing/agent-sign-in.js';
import { CLIENT, type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { createFirstAdmin } from './create-first-admin.js';

let identity: IdentityService;
const ADMIN = { email: `${newId()}@example.com`, password: PASSWORD };

beforeAll(async () => {
  identity = await startIdentity();
  await Promise.all([createFirstAdmin(identity.pool, ADMIN), createFirstAdmin(identity.pool, ADMIN)]);
});

afterAll(() => identity.stop());

async function asAdmin() {
  const { session } = await identity.accounts.signIn({ ...ADMIN, client: CLIENT });
  const principal = await identity.principalOf(session?.token ?? '');
  if (!principal) throw new Error('The administrator cannot sign in.');
  return { principal, users: identity.as(principal, UserAdministrationService) };
}

test('the first administrator is created once, even when many replicas start', async () => {
  const { principal, users } = await asAdmin();

  const { users: found } = await users.listUsers({ pageSize: 0, skip: 0, query: ADMIN.email.toUpperCase() });

  expect(principal.role).toBe('admin');
  expect(found).toHaveLength(1);
});

test('accounts are found by parts of name and address, with literal % and _', async () => {
  const { users } = await asAdmin();
  await identity.signUp('Zoë 100%_sure');

  const names = async (query: string) =>
    (await users.listUsers({ pageSize: 0, skip: 0, query })).users.map((user) => user.name);

  expect(await names('zoe')).toEqual(['Zoë 100%_sure']);
  expect(await names('0%_S')).toEqual(['Zoë 100%_sure']);
  expect(await names('0__S')).toEqual([]);
});

test('accounts are looked up by their ids, and by a search that does not match too many', async () => {
  const { principal, users } = await asAdmin();
  const { email, principal: ylva } = await identity.signUp('Ylva Björk');
  const { principal: stranger } = await identity.signUp('Nobody');
  await identity.pool.query(
    `insert into identity.users (id, email, name, password_hash)
     select gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd', '' from generate_series(1, 1001) as n`,
  );

  expect(await users.findUserIds({ query: 'YLVA bjork' })).toEqual({ userIds: [ylva.userId] });
  expect(await users.findUserIds({ query: 'ylva%' })).toEqual({ userIds: [] });
  await expect(users.findUserIds({ query: 'crowd' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'search' }],
  });
  expect(await users.listUserNames({ userIds: [ylva.userId, newId()] })).toEqual({
    users: [{ id: ylva.userId, email, name: 'Ylva Björk' }],
  });
  const strangers = identity.as(stranger, UserAdministrationService);
  await expect(strangers.listUserNames({ userIds: [principal.userId] })).rejects.toMatchObject({
    code: 'ADMIN_REQUIRED',
  });
});

test('every list has its total, even on a page beyond its end', async () => {
  const { principal, users } = await asAdmin();
  const beyond = { pageSize: 10, skip: 1_000 };
  const teams = identity.as(principal, TeamService);
  const { team } = await teams.createTeam({ name: 'Creators' });
  await teams.inviteMember({ teamId: team?.id ?? '', email: `${newId()}@example.com`, role: 'member' });

  const totals = await Promise.all([
    users.listUsers({ ...beyond, query: ADMIN.email }),
    teams.listTeams(beyond),
    teams.listMembers({ teamId: team?.id ?? '', ...beyond }),
    identity.as(principal, AuditService).listAuditEvents(beyond),
  ]);
  const { totalSize: sessions } = await identity.as(principal, AccountService).listSessions(beyond);

  expect(totals.map(({ totalSize }) => totalSize)).toEqual([1, 1, 2, expect.any(Number)]);
  expect(totals[3].totalSize).toBeGreaterThan(0);
  expect(sessions).toBeGreaterThan(0);
});

test('a disabled account is signed out and cannot sign in until it is enabled', async () => {
  const { users } = await asAdmin();
  const { session, email, principal } = await identity.signUp();

  const { user } = await users.updateUser({ userId: principal.userId, disabled: true });

  expect(user?.disabledAt).toBeInstanceOf(Date);
  expect(await identity.principalOf(session.token)).toBeUndefined();
  const signIn = () => identity.accounts.signIn({ email, password: PASSWORD, client: CLIENT });
  await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await users.updateUser({ userId: principal.userId, disabled: false });
  await expect(signIn()).resolves.toBeDefined();
});

test('services with public records are notified that an account is disabled, now and in five minutes, and that it is enabled', async () => {
  const { users } = await asAdmin();
  const { userId: ownerId } = (await identity.signUp()).principal;
  const told = () =>
    identity.delivered.flatMap(({ topic, destination, messages }) =>
      topic !== 'account.standing'
        ? []
        : messages.flatMap(({ payload }) =>
            (payload as { ownerId: string }).ownerId === ownerId ? [{ destination, payload }] : [],
          ),
    );

  const { user } = await users.updateUser({ userId: ownerId, disabled: true });
  const accountVersion = user?.version ?? 0;
  const toBoth = (payload: object) =>
    ['deal', 'shortener'].map((destination) => expect.objectContaining({ destination, payload }));

  expect(told()).toHaveLength(2);
  expect(told()).toEqual(expect.arrayContaining(toBoth({ ownerId, disabled: true, accountVersion })));
  const { rows: later } = await identity.pool.query(
    `select destination, payload, round(extract(epoch from deliver_at - now()) / 60)::int as minutes
       from identity.outbox_messages
      where topic = 'account.standing' and payload ->> 'ownerId' = $1
      order by destination`,
    [ownerId],
  );
  expect(later).toEqual(toBoth({ ownerId, disabled: true, accountVersion }));
  expect(later).toMatchObject([{ minutes: 5 }, { minutes: 5 }]);

  await users.updateUser({ userId: ownerId, role: 'user' });
  expect(told()).toHaveLength(2);
  const enabled = (await users.updateUser({ userId: ownerId, disabled: false })).user;
  const last = { ownerId, disabled: false, accountVersion: enabled?.version ?? 0 };
  expect(last.accountVersion).toBeGreaterThan(accountVersion);
  expect(told()).toEqual(expect.arrayContaining(toBoth(last)));
});

test('a link from an administrator sets a new password once, and the audit log names its creator', async () => {
  const { principal: admin, users } = await asAdmin();
  const { email, principal } = await identity.signUp();
  const { userId } = principal;

  const older = await users.createPasswordLink({ userId });
  const newer = await users.createPasswordLink({ userId });

  expect(newer.expiresAt?.getTime()).toBeGreaterThan(Date.now());
  const set = ({ token }: { token: string }) => identity.accounts.resetPassword({ token, newPassword: 'another one' });
  await expect(set(older)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await set(newer);
  await expect(set(newer)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  const signIn = identity.accounts.signIn({ email, password: 'another one', client: CLIENT });
  expect((await signIn).session?.user?.id).toBe(userId);
  const { events } = await identity.as(admin, AuditService).listAuditEvents({ pageSize: 2, skip: 0 });
  const made = { action: 'user.password_link_created', actorId: admin.userId, subjectId: userId, changes: [] };
  expect(events).toEqual([expect.objectContaining(made), expect.objectContaining(made)]);
});

test('an administrator creates an account while sign-up is closed, and its user gets in by a password link alone', async () => {
  const { principal: admin, users } = await asAdmin();
  const settings = identity.as(admin, SystemSettingsService);
  await settings.updateSystemSettings({ allowPublicSignup: false });
  const email = `${newId()}@example.com`;

  const { user } = await users.createUser({ email, name: 'Maya' });
  await settings.updateSystemSettings({ allowPublicSignup: true });

  expect(user).toMatchObject({ email, name: 'Maya', role: 'user', version: 1 });
  const { events } = await identity.as(admin, AuditService).listAuditEvents({ pageSize: 2, skip: 0 });
  expect(events[1]).toMatchObject({ action: 'user.created', actorId: admin.userId, subjectId: user?.id, changes: [] });
  const signIn = (password: string) => identity.accounts.signIn({ email, password, client: CLIENT });
  await expect(signIn('')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  const { token } = await users.createPasswordLink({ userId: user?.id ?? '' });
  await identity.accounts.resetPassword({ token, newPassword: 'another one' });
  expect((await signIn('another one')).session?.user?.id).toBe(user?.id);
});

test('accounts are created only by administrators, and once for an address', async () => {
  const { users } = await asAdmin();
  const { email, principal } = await identity.signUp();

  await expect(users.createUser({ email: email.toUpperCase(), name: 'Again' })).rejects.toMatchObject({
    code: 'EMAIL_TAKEN',
  });
  const asUser = identity.as(principal, UserAdministrationService);
  await expect(asUser.createUser({ email: `${newId()}@example.com`, name: 'N' })).rejects.toMatchObject({
    code: 'ADMIN_REQUIRED',
  });
});

test('links are created only for enabled accounts, and only by administrators', async () => {
  const { users } = await asAdmin();
  const { principal } = await identity.signUp();
  const other = await identity.signUp();
  await users.updateUser({ userId: principal.userId, disabled: true });

  await expect(users.createPasswordLink({ userId: principal.userId })).rejects.toMatchObject({ kind: 'conflict' });
  await expect(users.createPasswordLink({ userId: newId() })).rejects.toMatchObject({ kind: 'not_found' });
  const asOther = identity.as(other.principal, UserAdministrationService);
  await expect(asOther.createPasswordLink({ userId: other.principal.userId })).rejects.toMatchObject({
    code: 'ADMIN_REQUIRED',
  });
});

test('the only administrator cannot be demoted or disabled, or delete the account', async () => {
  const { principal, users } = await asAdmin();

  for (const change of [{ role: 'user' }, { disabled: true }]) {
    await expect(users.updateUser({ userId: principal.userId, ...change })).rejects.toMatchObject({ kind: 'conflict' });
  }
  await expect(identity.as(principal, AccountService).deleteAccount({ password: PASSWORD })).rejects.toMatchObject({
    kind: 'conflict',
  });
});

test('of two administrators who disable each other concurrently one remains', async () => {
  const { users, principal } = await asAdmin();
  const { rows } = await identity.pool.query<{ count: number }>(
    `select count(*) as count from identity.users where role = 'admin'`,
  );
  expect(rows[0]?.count).toBe(1);
  const second = await identity.signUp();
  await users.updateUser({ userId: second.principal.userId, role: 'admin' });
  const asSecond = identity.as({ ...second.principal, role: 'admin' }, UserAdministrationService);
  const settle = (calls: Promise<unknown>[]) =>
    Promise.allSettled(calls).then((results) => results.map(({ status }) => status).toSorted());

  const demoted = await settle([
    users.updateUser({ userId: second.principal.userId, role: 'user' }),
    asSecond.updateUser({ userId: principal.userId, role: 'user' }),
  ]);

  expect(demoted).toEqual(['fulfilled', 'rejected']);
  const { rows: left } = await identity.pool.query<{ id: string }>(
    `select id from identity.users where role = 'admin'`,
  );
  expect(left).toHaveLength(1);
  await identity.pool.query(`update identity.users set role = case when id = $1 then 'admin' else 'user' end`, [
    principal.userId,
  ]);
});

test("an account with the first administrator's address becomes it with the given password, and loses its sessions and agents", async () => {
  const elsewhere = await startIdentity();
  try {
    const { session, email, principal } = await elsewhere.signUp();
    const agent = await connectAgent(elsewhere, principal);

    await createFirstAdmin(elsewhere.pool, { email: email.toUpperCase(), password: 'given by the operator' });

    expect(await elsewhere.principalOf(session.token)).toBeUndefined();
    expect(await agentPrincipalOf(elsewhere, agent.token)).toBeUndefined();
    const signIn = (password: string) => elsewhere.accounts.signIn({ email, password, client: CLIENT });
    await expect(signIn(PASSWORD)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect((await signIn('given by the operator')).session?.user).toMatchObject({
      id: principal.userId,
      role: 'admin',
    });
  } finally {
    await elsewhere.stop();
  }
});

test('administrators see purges that a service has not acknowledged', async () => {
  const { users } = await asAdmin();
  const { principal } = await identity.signUp();

  await identity.as(principal, AccountService).deleteAccount({ password: PASSWORD });

  const { purges } = await users.listPendingPurges({ pageSize: 0, skip: 0 });
  expect(
    purges
      .filter(({ userId }) => userId === principal.userId)
      .map(({ service }) => service)
      .toSorted(),
  ).toEqual(expect.arrayContaining(['deal', 'viewcheck']));
});

test('only administrators may manage accounts', async () => {
  const { principal } = await identity.signUp();
  const users = identity.as(principal, UserAdministrationService);

  await expect(users.listUsers({ pageSize: 0, skip: 0 })).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' });
  await expect(users.updateUser({ userId: principal.userId, role: 'admin' })).rejects.toMatchObject({
    code: 'ADMIN_REQUIRED',
  });
});
