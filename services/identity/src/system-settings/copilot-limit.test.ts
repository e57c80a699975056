import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Principal } from '@svc/chassis/calls/principal';
import { migrate } from '@svc/chassis/postgres/migrations/migrations';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { AuditService } from '@svc/proto/identity/v1/audit_service';
import { SystemSettingsService } from '@svc/proto/identity/v1/settings_service';
import { type IdentityService, startIdentity } from '../testing/identity-service.js';

const ADMIN = testUser({ role: 'admin' });
const COPILOT: Principal = { kind: 'service', service: 'copilot' };
const ENVIRONMENT = { copilotFreeDailyLimit: 4 };

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const NEW_MIGRATION = '0019_copilot_limit_source.sql';
/** The statement with which the previous version changes a setting. */
const CHANGE_BEFORE = `update identity.system_settings
    set maintenance_mode = coalesce($1, maintenance_mode),
        copilot_free_daily_limit = coalesce($2, copilot_free_daily_limit),
        updated_at = now(), version = version + 1`;

let database: TestDatabase;
let identity: IdentityService | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await identity?.stop();
  identity = undefined;
  await database.drop();
});

/** Starts identity again on the same database, replacing the previous process. */
async function restart(options: { readonly copilotFreeDailyLimit?: number } = {}) {
  await identity?.stop();
  identity = await startIdentity({ ...options, database });
  return identity.as(ADMIN, SystemSettingsService);
}

/** The limit that administrators see, which must equal the copilot's. */
async function limitOf(service: IdentityService | undefined = identity) {
  const settings = (await service?.as(ADMIN, SystemSettingsService).getSystemSettings({}))?.settings;
  const limit = await service?.as(COPILOT, SystemSettingsService).getCopilotFreeDailyLimit({});
  expect(limit).toEqual({ limit: settings?.copilotFreeDailyLimit, source: settings?.copilotFreeDailyLimitSource });
  return [limit?.limit, limit?.source];
}

test('the limit defaults to 25, overridden by the environment, then by an administrator, even after a restart', async () => {
  await restart();
  expect(await limitOf()).toEqual([25, 'default']);

  const settings = await restart(ENVIRONMENT);
  expect(await limitOf()).toEqual([4, 'env']);

  await settings.updateSystemSettings({ copilotFreeDailyLimit: 9 });
  expect(await limitOf()).toEqual([9, 'database']);
  await restart(ENVIRONMENT);
  expect(await limitOf()).toEqual([9, 'database']);
});

test('changing another setting keeps the limit of the environment', async () => {
  const settings = await restart(ENVIRONMENT);

  const changed = await settings.updateSystemSettings({ allowPublicSignup: false });

  expect(changed.settings).toMatchObject({ copilotFreeDailyLimit: 4, copilotFreeDailyLimitSource: 'env', version: 2 });
  expect(await limitOf()).toEqual([4, 'env']);
});

test('0 means no limit, from any source', async () => {
  const settings = await restart({ copilotFreeDailyLimit: 0 });
  expect(await limitOf()).toEqual([0, 'env']);

  await settings.updateSystemSettings({ copilotFreeDailyLimit: 0 });

  expect(await limitOf()).toEqual([0, 'database']);
});

test('an administrator who sets the default value counts as having set it, and the audit log records it', async () => {
  const settings = await restart();

  await settings.updateSystemSettings({ copilotFreeDailyLimit: 25 });

  expect(await limitOf()).toEqual([25, 'database']);
  const audit = await identity?.as(ADMIN, AuditService).listAuditEvents({ pageSize: 1, skip: 0 });
  expect(audit?.events[0]?.changes).toEqual([
    { field: 'copilotFreeDailyLimitSource', from: 'default', to: 'database' },
  ]);
});

test.each<[string, Principal | undefined]>([
  ['an administrator', ADMIN],
  ['a user', testUser()],
  ['another service', { kind: 'service', service: 'deal' }],
  ['an anonymous caller', undefined],
])('%s does not get the limit that copilot gets', async (_who, principal) => {
  await restart();

  const asked = identity?.as(principal, SystemSettingsService).getCopilotFreeDailyLimit({});

  await expect(asked).rejects.toMatchObject({ kind: expect.stringMatching(/forbidden|unauthenticated/) });
});

/** Creates a database before the upgrade, lets `work` change it like the previous version, and returns the values after the upgrade. */
async function upgradeAfter(work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const before = await mkdtemp(join(tmpdir(), 'identity-migrations-'));
  const admin = createPool({ connectionString: database.adminUrl, max: 1, applicationName: 'tests', log: silentLog });
  const connectionString = database.url('identity');
  const pool = createPool({ connectionString, max: 1, applicationName: 'tests', log: silentLog });
  const run = (directory: string) =>
    migrate({ connectionString, schema: 'identity', directories: [directory], log: silentLog });
  try {
    const names = await readdir(MIGRATIONS);
    for (const name of names.filter((each) => each < NEW_MIGRATION)) {
      await copyFile(join(MIGRATIONS, name), join(before, name));
    }
    await admin.query('drop schema identity cascade');
    await admin.query('create schema identity authorization svc_identity');
    await run(before);
    await work(pool);
    await run(MIGRATIONS);
  } finally {
    await Promise.all([pool.end(), admin.end(), rm(before, { recursive: true })]);
  }
}

const audited = (pool: Pool, field: string): Promise<unknown> =>
  pool.query(
    `insert into identity.audit_events (id, action, changes) values (gen_random_uuid(), 'system_settings.changed', $1)`,
    [JSON.stringify([{ field, from: '7', to: '25' }])],
  );

test.each<[string, unknown[], (pool: Pool) => Promise<unknown>]>([
  ['the environment where the limit was never changed', [4, 'env'], (pool) => audited(pool, 'maintenanceMode')],
  ['the database where the audit has a change', [25, 'database'], (pool) => audited(pool, 'copilotFreeDailyLimit')],
  ['the database where it is not the default', [7, 'database'], (pool) => pool.query(CHANGE_BEFORE, [null, 7])],
])('after an upgrade the limit is that of %s', async (_case, limit, work) => {
  await upgradeAfter(work);

  await restart(ENVIRONMENT);

  expect(await limitOf()).toEqual(limit);
});

test('writes of the previous version during an upgrade apply, if they set the limit', async () => {
  await restart(ENVIRONMENT);

  await identity?.pool.query(CHANGE_BEFORE, [false, null]);
  expect(await limitOf()).toEqual([4, 'env']);
  await identity?.pool.query(CHANGE_BEFORE, [null, 9]);

  expect(await limitOf()).toEqual([9, 'database']);
});
