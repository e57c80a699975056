import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAssertionVerifier } from '@svc/chassis/assertions/verify-assertion';
import { createPool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  type IdentityService,
  NEXT_SERVICE_SECRET,
  SERVICE_SECRET,
  startIdentity,
} from '../testing/identity-service.js';
import { createSigningKeys } from './signing-keys.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const ask = (...tokens: string[]) =>
  identity.authentication.authenticate({
    audiences: [],
    credentials: tokens.map((value) => ({ credential: { $case: 'sessionToken' as const, value } })),
  });

test('credentials in one call get results in order, invalid ones without a principal', async () => {
  const [first, second] = await Promise.all([identity.signUp(), identity.signUp()]);

  const { results } = await ask(second!.session.token, 'nonsense', first!.session.token);

  expect(results.map((result) => result.principal?.userId)).toEqual([
    second!.principal.userId,
    undefined,
    first!.principal.userId,
  ]);
});

test('an assertion is valid for a minute and contains only the principal', async () => {
  const { session, principal } = await identity.signUp();

  const { results } = await ask(session.token);

  const claims = decodeJwt(results[0]?.principal?.assertion ?? '');
  expect(claims).toEqual({
    iss: 'svc-identity',
    aud: 'svc-internal',
    iat: claims.iat,
    exp: (claims.iat ?? 0) + 60,
    principal,
  });
});

test("an administrator's assertion has the role only on request, and is a user's otherwise", async () => {
  const { session, principal } = await identity.signUp();
  await identity.pool.query(`update identity.users set role = 'admin' where id = $1`, [principal.userId]);
  const credential = { $case: 'sessionToken' as const, value: session.token };

  const { results } = await identity.authentication.authenticate({
    audiences: ['identity', 'deal'],
    credentials: [{ credential }, { credential, administers: true }],
  });

  const proved = results.map(({ principal: found }) => [
    found?.role,
    ...Object.values(found?.assertions ?? {}).map((assertion) => decodeJwt<{ principal: object }>(assertion).principal),
  ]);
  const [user, admin] = [expect.objectContaining({ role: 'user' }), expect.objectContaining({ role: 'admin' })];
  expect(proved).toEqual([
    ['admin', user, user],
    ['admin', admin, admin],
  ]);
});

test('the principal contains memberships and settings', async () => {
  const { session, principal } = await identity.signUp();
  await identity.pool.query(
    `with team as (insert into identity.teams (id, name) values (gen_random_uuid(), 'T') returning id)
     insert into identity.memberships (team_id, user_id, role, status) select id, $1, 'admin', 'active' from team`,
    [principal.userId],
  );
  await identity.pool.query(
    `insert into identity.user_settings (user_id, time_zone, view_check_days) values ($1, 'Asia/Tokyo', '{2,5}')`,
    [principal.userId],
  );

  const now = await identity.principalOf(session.token);

  expect(now?.teams).toEqual([{ id: expect.any(String), role: 'admin' }]);
  expect(now?.preferences).toEqual({ timeZone: 'Asia/Tokyo', locale: 'en', currency: 'USD', viewCheckDays: [2, 5] });
});

test('a pending or removed membership grants nothing', async () => {
  const { session, principal } = await identity.signUp();
  for (const status of ['invited', 'removed']) {
    await identity.pool.query(
      `with team as (insert into identity.teams (id, name) values (gen_random_uuid(), 'T') returning id)
       insert into identity.memberships (team_id, user_id, role, status) select id, $1, 'owner', $2 from team`,
      [principal.userId, status],
    );
  }

  expect((await identity.principalOf(session.token))?.teams).toEqual([]);
});

test('a disabled account and an expired session are not valid', async () => {
  const [disabled, expired] = await Promise.all([identity.signUp(), identity.signUp()]);
  await identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [
    disabled!.principal.userId,
  ]);
  await identity.pool.query(`update identity.sessions set expires_at = now() where id = $1`, [
    expired!.principal.sessionId,
  ]);

  const { results } = await ask(disabled!.session.token, expired!.session.token);

  expect(results.map((result) => result.principal)).toEqual([null, null]);
});

test('using a session extends it, but never past ninety days after the sign-in', async () => {
  const { session, principal } = await identity.signUp();
  await identity.pool.query(
    `update identity.sessions
        set created_at = now() - interval '80 days', last_used_at = now() - interval '6 minutes', expires_at = now() + interval '1 day'
      where id = $1`,
    [principal.sessionId],
  );

  await ask(session.token);

  const daysLeft = async () => {
    const { rows } = await identity.pool.query<{ days: number }>(
      `select (extract(epoch from expires_at - now()) / 86400)::float8 as days from identity.sessions where id = $1`,
      [principal.sessionId],
    );
    return Math.round(rows[0]?.days ?? 0);
  };
  while ((await daysLeft()) === 1);
  expect(await daysLeft()).toBe(10);
});

test('a service gets its own assertion with either of its secrets, and none for another service', async () => {
  for (const secret of [SERVICE_SECRET, NEXT_SERVICE_SECRET]) {
    const { assertion } = await identity.authentication.issueServiceAssertion({ service: 'viewcheck', secret });
    expect(decodeJwt(assertion).principal).toEqual({ kind: 'service', service: 'viewcheck' });
  }

  for (const wrong of [
    { service: 'viewcheck', secret: 'x' },
    { service: 'deal', secret: SERVICE_SECRET },
    { service: 'toString', secret: '' },
  ]) {
    await expect(identity.authentication.issueServiceAssertion(wrong)).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  }
});

test('a service assertion cannot call methods for users', async () => {
  const service = { kind: 'service', service: 'viewcheck' } as const;

  await expect(identity.as(service, AccountService).getAccount({})).rejects.toMatchObject({ kind: 'forbidden' });
});

test('keys are rotated and shared by replicas, and assertions signed with the replaced key stay valid', async () => {
  const options = { secrets: [Buffer.alloc(32, 7)], rotationDays: 30 };
  const before = await createSigningKeys(identity.pool, options).current();
  const { session } = await identity.signUp();
  const old = (await ask(session.token)).results[0]?.principal?.assertion ?? '';
  await identity.pool.query(`update identity.signing_keys set created_at = now() - interval '30 days 5 seconds'`);

  const replicas = [createSigningKeys(identity.pool, options), createSigningKeys(identity.pool, options)];
  const [first, second] = await Promise.all(replicas.map((keys) => keys.current()));
  const verify = createAssertionVerifier('identity', () => replicas[0]!.publicJwks());

  expect(first?.kid).toBe(second?.kid);
  expect(first?.kid).not.toBe(before.kid);
  expect(decodeProtectedHeader(old).kid).toBe(before.kid);
  await expect(verify(old)).resolves.toMatchObject({ kind: 'user' });
});

test('concurrent callers share one read of the keys', async () => {
  // A separate pool, because the service's own loops use the other.
  const pool = createPool({ connectionString: identity.adminUrl, max: 2, applicationName: 'tests', log: silentLog });
  const keys = createSigningKeys(pool, { secrets: [Buffer.alloc(32, 7)], rotationDays: 30 });

  await Promise.all(Array.from({ length: 20 }, () => keys.current()));
  await keys.current();

  expect(pool.statementCount()).toBe(1);
  await pool.end();
});

test('private keys are unreadable without the secret from the environment', async () => {
  const { rows } = await identity.pool.query<{ row: string }>(`select k::text as row from identity.signing_keys k`);

  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ row }) => !row.includes('"d"'))).toBe(true);
});
