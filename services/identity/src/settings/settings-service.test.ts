import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SettingsServiceService, SystemSettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import { startIdentity, type IdentityService } from '../testing/identity-service.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const NOTHING = { viewCheckDays: [] };

test('settings start with the defaults', async () => {
  const { principal } = await identity.signUp();

  const { settings } = await identity.as(principal, SettingsServiceService).getSettings({});

  expect(settings).toEqual({
    timeZone: 'UTC',
    currency: 'USD',
    locale: 'en',
    viewCheckDays: [1, 7, 30],
    notifications: { dueViews: true, teamSharing: true },
    version: 0,
  });
});

test('what is not given is kept', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, SettingsServiceService);
  await mine.updateSettings({ ...NOTHING, currency: 'EUR' });

  const { settings } = await mine.updateSettings({
    viewCheckDays: [3],
    notifications: { dueViews: false, teamSharing: true },
  });

  expect(settings).toMatchObject({
    currency: 'EUR',
    timeZone: 'UTC',
    viewCheckDays: [3],
    notifications: { dueViews: false, teamSharing: true },
    version: 2,
  });
});

test('of two changes that have seen the same version one is refused', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, SettingsServiceService);

  const changes = await Promise.allSettled([
    mine.updateSettings({ ...NOTHING, currency: 'EUR', expectedVersion: 0 }),
    mine.updateSettings({ ...NOTHING, currency: 'GBP', expectedVersion: 0 }),
  ]);

  expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(changes.find((change) => change.status === 'rejected')).toMatchObject({ reason: { kind: 'stale' } });
});

test('deal is told a changed time zone, and no other change', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, SettingsServiceService);

  await mine.updateSettings({ ...NOTHING, currency: 'EUR' });
  await mine.updateSettings({ ...NOTHING, timeZone: 'Asia/Tokyo' });

  const told = identity.delivered.flatMap(({ topic, messages }) => (topic === 'owner.time_zone' ? messages : []));
  expect(told.map(({ payload }) => payload)).toEqual([
    { ownerId: principal.userId, timeZone: 'Asia/Tokyo', settingsVersion: 2 },
  ]);
});

test('system settings are changed by administrators only, and closing sign-up closes it', async () => {
  const { principal } = await identity.signUp();
  const admin = identity.as({ ...principal, role: 'admin' }, SystemSettingsServiceService);

  await expect(
    identity.as(principal, SystemSettingsServiceService).updateSystemSettings({ maintenanceMode: true }),
  ).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' });
  const { settings } = await admin.updateSystemSettings({ allowPublicSignup: false, maintenanceMode: true });

  expect(settings).toMatchObject({ allowPublicSignup: false, maintenanceMode: true, version: 2 });
  expect(await identity.as(undefined, SystemSettingsServiceService).getPublicSettings({})).toEqual({
    allowPublicSignup: false,
    maintenanceMode: true,
  });
  await expect(identity.signUp()).rejects.toMatchObject({ code: 'SIGNUP_DISABLED' });
  await admin.updateSystemSettings({ allowPublicSignup: true, maintenanceMode: false });
});
