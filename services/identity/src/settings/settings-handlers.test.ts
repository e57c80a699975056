import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SettingsService, SystemSettingsService } from '@svc/proto/identity/v1/settings_service';
import { AUTH_REUSE_MS, type IdentityService, startIdentity } from '../testing/identity-service.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const NOTHING = { viewCheckDays: [] };

test('settings start with the defaults', async () => {
  const { principal } = await identity.signUp();

  const { settings } = await identity.as(principal, SettingsService).getSettings({});

  expect(settings).toEqual({
    timeZone: 'UTC',
    currency: 'USD',
    locale: 'en',
    viewCheckDays: [1, 7, 30],
    notifications: { dueViews: false, teamSharing: true },
    version: 0,
  });
});

test('unset fields keep their values', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, SettingsService);
  await mine.updateSettings({ ...NOTHING, currency: 'EUR' });

  const { settings } = await mine.updateSettings({
    viewCheckDays: [3],
    notifications: { dueViews: true, teamSharing: false },
  });

  expect(settings).toMatchObject({
    currency: 'EUR',
    timeZone: 'UTC',
    viewCheckDays: [3],
    notifications: { dueViews: true, teamSharing: false },
    version: 2,
  });
});

test('an unset boolean keeps its value', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, SettingsService);
  await mine.updateSettings({ ...NOTHING, notificationChanges: { dueViews: true } });

  const { settings } = await mine.updateSettings({ ...NOTHING, notificationChanges: { teamSharing: false } });

  expect(settings?.notifications).toEqual({ dueViews: true, teamSharing: false });
});

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
  ['America/Port-au-Prince', 'America/Port-au-Prince'],
  ['IST', 'Asia/Calcutta'],
  ['EST5EDT', 'EST5EDT'],
])('the time zone %s is stored as %s', async (timeZone, spelling) => {
  const { principal } = await identity.signUp();

  const { settings } = await identity.as(principal, SettingsService).updateSettings({ ...NOTHING, timeZone });

  expect(settings).toMatchObject({ timeZone: spelling });
});

test('of two changes based on the same version one is refused', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, SettingsService);

  const changes = await Promise.allSettled([
    mine.updateSettings({ ...NOTHING, currency: 'EUR', expectedVersion: 0 }),
    mine.updateSettings({ ...NOTHING, currency: 'GBP', expectedVersion: 0 }),
  ]);

  expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(changes.find((change) => change.status === 'rejected')).toMatchObject({ reason: { kind: 'stale' } });
});

test('deal is notified of a changed time zone, and of no other change', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, SettingsService);

  await mine.updateSettings({ ...NOTHING, currency: 'EUR' });
  await mine.updateSettings({ ...NOTHING, timeZone: 'Asia/Tokyo' });

  const delivered = identity.delivered.flatMap(({ topic, messages }) => (topic === 'owner.time_zone' ? messages : []));
  const ofOwner = delivered.map(({ payload }) => payload as { ownerId: string });
  expect(ofOwner.filter(({ ownerId }) => ownerId === principal.userId)).toEqual([
    { ownerId: principal.userId, timeZone: 'Asia/Tokyo', settingsVersion: 2 },
  ]);
});

test('only administrators change system settings, and disabling sign-up applies immediately', async () => {
  const { principal } = await identity.signUp();
  const admin = identity.as({ ...principal, role: 'admin' }, SystemSettingsService);

  await expect(
    identity.as(principal, SystemSettingsService).updateSystemSettings({ maintenanceMode: true }),
  ).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' });
  const askedAt = performance.now();
  const { settings } = await admin.updateSystemSettings({ allowPublicSignup: false, maintenanceMode: true });
  // By then, every cached authentication of a gateway has expired.
  expect(performance.now() - askedAt).toBeGreaterThanOrEqual(AUTH_REUSE_MS - 1);

  expect(settings).toMatchObject({ allowPublicSignup: false, maintenanceMode: true, version: 2 });
  expect(await identity.as(undefined, SystemSettingsService).getPublicSettings({})).toEqual({
    allowPublicSignup: false,
    maintenanceMode: true,
    sendsMail: true,
  });
  await expect(identity.signUp()).rejects.toMatchObject({ code: 'SIGNUP_DISABLED' });
  await admin.updateSystemSettings({ allowPublicSignup: true, maintenanceMode: false });
});
