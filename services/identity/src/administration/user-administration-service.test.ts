import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UserAdministrationServiceService } from '@svc/proto/identity/v1/user_administration_service';
import { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import { v7 as newId } from 'uuid';
import { CLIENT, PASSWORD, startIdentity, type IdentityService } from '../testing/identity-service.js';
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
  return { principal, users: identity.as(principal, UserAdministrationServiceService) };
}

test('the first administrator is created once, however many replicas start', async () => {
  const { principal, users } = await asAdmin();

  const { users: found } = await users.listUsers({ pageSize: 0, skip: 0, query: ADMIN.email.toUpperCase() });

  expect(principal.role).toBe('admin');
  expect(found).toHaveLength(1);
});

test('accounts are found by parts of name and address, with % and _ taken literally', async () => {
  const { users } = await asAdmin();
  await identity.signUp('Zoë 100%_sure');

  const names = async (query: string) =>
    (await users.listUsers({ pageSize: 0, skip: 0, query })).users.map((user) => user.name);

  expect(await names('zoe')).toEqual(['Zoë 100%_sure']);
  expect(await names('0%_S')).toEqual(['Zoë 100%_sure']);
  expect(await names('0__S')).toEqual([]);
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

test('the only administrator can be neither demoted nor disabled nor delete the account', async () => {
  const { principal, users } = await asAdmin();

  for (const change of [{ role: 'user' }, { disabled: true }]) {
    await expect(users.updateUser({ userId: principal.userId, ...change })).rejects.toMatchObject({ kind: 'conflict' });
  }
  await expect(
    identity.as(principal, AccountServiceService).deleteAccount({ password: PASSWORD }),
  ).rejects.toMatchObject({ kind: 'conflict' });
});

test('administrators see purges that a service has not acknowledged', async () => {
  const { users } = await asAdmin();
  const { principal } = await identity.signUp();

  await identity.as(principal, AccountServiceService).deleteAccount({ password: PASSWORD });

  const { purges } = await users.listPendingPurges({ pageSize: 0, skip: 0 });
  expect(
    purges
      .filter(({ userId }) => userId === principal.userId)
      .map(({ service }) => service)
      .toSorted(),
  ).toEqual(expect.arrayContaining(['deal', 'viewcheck']));
});

test('nobody else may manage accounts', async () => {
  const { principal } = await identity.signUp();
  const users = identity.as(principal, UserAdministrationServiceService);

  await expect(users.listUsers({ pageSize: 0, skip: 0 })).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' });
  await expect(users.updateUser({ userId: principal.userId, role: 'admin' })).rejects.toMatchObject({
    code: 'ADMIN_REQUIRED',
  });
});
