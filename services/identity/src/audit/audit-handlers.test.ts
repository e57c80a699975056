import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { AuditService } from '@svc/proto/identity/v1/audit_service';
import { SystemSettingsService } from '@svc/proto/identity/v1/settings_service';
import { UserAdministrationService } from '@svc/proto/identity/v1/user_administration_service';
import { v7 as newId } from 'uuid';
import { createFirstAdmin } from '../administration/create-first-admin.js';
import { CLIENT, type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';

const ADMIN = { email: `${newId()}@example.com`, password: PASSWORD };

let identity: IdentityService;
let admin: UserPrincipal;

beforeAll(async () => {
  identity = await startIdentity();
  await Promise.all([createFirstAdmin(identity.pool, ADMIN), createFirstAdmin(identity.pool, ADMIN)]);
  const { session } = await identity.accounts.signIn({ ...ADMIN, client: CLIENT });
  admin = (await identity.principalOf(session?.token ?? ''))!;
});

afterAll(() => identity?.stop());

/** Returns audit events, newest first. */
async function newest(count: number) {
  return (await identity.as(admin, AuditService).listAuditEvents({ pageSize: count, skip: 0 })).events;
}

test('the first administrator is recorded once, as created by the system', async () => {
  const { events, totalSize } = await identity.as(admin, AuditService).listAuditEvents({ pageSize: 0, skip: 0 });

  expect(totalSize).toBe(1);
  expect(events).toMatchObject([
    { action: 'first_admin.created', actorId: null, subjectId: admin.userId, changes: [] },
  ]);
});

test('a change of the system settings is recorded with the values before and after, and with the request', async () => {
  const settings = identity.as(admin, SystemSettingsService, { requestId: 'r-settings' });

  await settings.updateSystemSettings({ copilotFreeDailyLimit: 7, allowPublicSignup: true });
  await settings.updateSystemSettings({ copilotFreeDailyLimit: 7 });

  expect((await newest(2)).map(({ action }) => action)).toEqual(['system_settings.changed', 'first_admin.created']);
  expect((await newest(1))[0]).toMatchObject({
    actorId: admin.userId,
    subjectId: null,
    changes: [
      { field: 'copilotFreeDailyLimit', from: '25', to: '7' },
      { field: 'copilotFreeDailyLimitSource', from: 'default', to: 'database' },
    ],
    requestId: 'r-settings',
    createdAt: expect.any(Date),
  });
});

test('roles, disabling and enabling are recorded, and changes without effect are not', async () => {
  const { principal } = await identity.signUp();
  const { userId } = principal;
  const users = identity.as(admin, UserAdministrationService);

  await users.updateUser({ userId, role: 'admin', disabled: true });
  await users.updateUser({ userId, disabled: true });
  await users.updateUser({ userId, role: 'user', disabled: false });

  const events = await newest(4);
  expect(events.map(({ action, changes }) => [action, changes])).toEqual([
    ['user.enabled', []],
    ['user.role_changed', [{ field: 'role', from: 'admin', to: 'user' }]],
    ['user.disabled', []],
    ['user.role_changed', [{ field: 'role', from: 'user', to: 'admin' }]],
  ]);
  for (const event of events) expect(event).toMatchObject({ actorId: admin.userId, subjectId: userId });
});

test('a deleted account is recorded without personal data', async () => {
  const { principal, email } = await identity.signUp('Zoë Zorn');

  await identity.as(principal, AccountService).deleteAccount({ password: PASSWORD });

  const [event] = await newest(1);
  expect(event).toMatchObject({ action: 'account.deleted', actorId: principal.userId, subjectId: principal.userId });
  expect(JSON.stringify(event)).not.toContain(email);
  expect(JSON.stringify(event)).not.toContain('Zoë');
});

test("the copilot's events are stored once, and only those it may report", async () => {
  const copilot = identity.as({ kind: 'service', service: 'copilot' }, AuditService);
  const event = {
    id: newId(),
    action: 'mcp_server.enabled',
    actorId: admin.userId,
    subjectId: newId(),
    changes: [],
    requestId: 'r-server',
    createdAt: new Date(),
  };

  await copilot.recordAuditEvents({ events: [event] });
  await copilot.recordAuditEvents({ events: [{ ...event, action: 'mcp_server.removed' }] });

  expect(await newest(1)).toEqual([event]);
  const others = [{ ...event, id: newId(), action: 'user.role_changed' }];
  await expect(copilot.recordAuditEvents({ events: others })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  for (const caller of [admin, { kind: 'service', service: 'deal' } as const]) {
    const telling = identity.as(caller, AuditService).recordAuditEvents({ events: [event] });
    await expect(telling).rejects.toMatchObject({ kind: 'forbidden' });
  }
});

test('only administrators see the audit trail', async () => {
  const { principal } = await identity.signUp();

  const listing = identity.as(principal, AuditService).listAuditEvents({ pageSize: 0, skip: 0 });

  await expect(listing).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' });
});
