import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { SettingsService } from '@svc/proto/identity/v1/settings_service';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { v7 as newId } from 'uuid';
import { newAddress } from '../testing/addresses.js';
import { type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity?.stop());

const keptFor = async ({ userId }: SignedInPrincipal): Promise<number> =>
  (await identity.pool.query(`select 1 from identity.idempotency_answers where user_id = $1`, [userId])).rows.length;

test('a change repeated with its key returns the first response, regardless of later changes', async () => {
  const { principal } = await identity.signUp();
  const repeatable = identity.as(principal, SettingsService, { idempotencyKey: newId() });
  const change = { timeZone: 'Europe/Berlin', viewCheckDays: [], notifications: null };
  const first = await repeatable.updateSettings(change);
  await identity.as(principal, SettingsService).updateSettings({ ...change, timeZone: 'UTC' });

  const second = await repeatable.updateSettings(change);

  expect(second).toEqual(first);
  const { settings } = await identity.as(principal, SettingsService).getSettings({});
  expect(settings?.timeZone).toBe('UTC');
});

test('a password change repeated with its key is applied once, although the old password is no longer valid', async () => {
  const { email, principal } = await identity.signUp();
  const repeatable = identity.as(principal, AccountService, { idempotencyKey: newId() });
  const change = { currentPassword: PASSWORD, newPassword: 'another battery horse' };
  await repeatable.changePassword(change);

  await repeatable.changePassword(change);

  const client = { address: newAddress(), userAgent: '' };
  await expect(identity.accounts.signIn({ email, password: change.newPassword, client })).resolves.toBeDefined();
});

test('an invitation repeated with its key returns the same link from any address, and is created once', async () => {
  const { principal } = await identity.signUp();
  const { team } = await identity.as(principal, TeamService).createTeam({ name: 'Inviting' });
  const repeatable = identity.as(principal, TeamService, { idempotencyKey: newId() });
  const invitation = { teamId: team?.id ?? '', email: 'guest@example.com', role: 'member' };

  const first = await repeatable.inviteMember({ ...invitation, clientAddress: newAddress() });
  const second = await repeatable.inviteMember({ ...invitation, clientAddress: newAddress() });

  expect(second).toEqual(first);
  const { rows } = await identity.pool.query<{ text: string }>(
    `select a::text as text from identity.idempotency_answers a`,
  );
  expect(rows.some(({ text }) => text.includes(first.secret))).toBe(false);
  await expect(identity.as(principal, TeamService).openInvitation({ secret: first.secret })).resolves.toBeDefined();
});

test('deleting an account deletes all stored responses, including its own', async () => {
  const { principal } = await identity.signUp();
  const repeatable = identity.as(principal, AccountService, { idempotencyKey: newId() });

  await repeatable.deleteAccount({ password: PASSWORD });

  expect(await keptFor(principal)).toBe(0);
});
