/** Dashboard reads other than records: people, pending items and shares. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import { type AnswerOf, type ErrorAnswer, readWhole } from '../answers.ts';
import { createSharedWorld, type SharedWorld } from '../sharing/everything-shared.ts';

const NEVER = '01900000-0000-7000-8000-00000000dead';

const stack = await sharedStack();
let world: SharedWorld;

beforeAll(async () => {
  world = await createSharedWorld(stack);
});

describe('the teams that a record is shared with', () => {
  const pathOf = (entityType: string, entityId: string) =>
    `/api/shares?${new URLSearchParams({ entityType, entityId }).toString()}`;

  test('are listed for its owner by name, for every type of record', async () => {
    for (const { entityType, id } of world.records) {
      const { status, body } = await world.owner.get<AnswerOf<'shares.list'>>(pathOf(entityType, id));

      expect([entityType, status, body.total]).toEqual([entityType, 200, 1]);
      expect(body.items).toEqual([
        {
          shareId: expect.any(String),
          teamId: world.teamId,
          teamName: 'Team',
          permission: 'view',
          since: expect.any(String),
        },
      ]);
    }
  });

  test('include the share id that ends the share', async () => {
    const { body: deal } = await world.owner.post<{ id: string }>('/api/deals', { name: 'Shared for a while' });
    const path = pathOf('deal', deal.id);
    await world.owner.post(`/api/teams/${world.teamId}/share`, { entityType: 'deal', entityId: deal.id });
    const { body: before } = await world.owner.get<AnswerOf<'shares.list'>>(path);

    await world.owner.delete(`/api/teams/${world.teamId}/share/${before.items[0]?.shareId}`);

    expect((await world.owner.get<AnswerOf<'shares.list'>>(path)).body.items).toEqual([]);
  });

  test('are listed for no one else', async () => {
    for (const { entityType, id } of world.records) {
      const asMember = await world.teamAdmin.get<ErrorAnswer>(pathOf(entityType, id));
      const asStranger = await world.stranger.get<ErrorAnswer>(pathOf(entityType, id));
      const never = await world.stranger.get<ErrorAnswer>(pathOf(entityType, NEVER));

      expect([entityType, asMember.status, asStranger.status]).toEqual([entityType, 403, 404]);
      expect(asStranger.body.error).toEqual({ ...never.body.error, requestId: expect.any(String) });
    }
  });
});

test("teammates see each other's names and nothing more", async () => {
  const seenBy = async (who: 'member' | 'removed' | 'stranger') =>
    (await world[who].get<AnswerOf<'teams.list_people'>>('/api/teams/people')).body;

  const { items, total } = await seenBy('member');

  const { owner, teamOwner, teamAdmin, member } = world;
  const expected = [owner, teamOwner, teamAdmin, member].map(({ userId }) => ({ userId, name: 'A Person' }));
  expect(items).toHaveLength(total);
  expect(items).toEqual(expect.arrayContaining(expected));
  expect(total).toBe(expected.length);
  expect((await seenBy('removed')).items.map(({ userId }) => userId)).toEqual([world.removed.userId]);
  expect((await seenBy('stranger')).items.map(({ userId }) => userId)).toEqual([world.stranger.userId]);
});

test('the inbox counts only items that wait for the caller', async () => {
  const inviting = await stack.signUp();
  const { body: team } = await inviting.post<{ id: string }>('/api/teams', { name: 'Others' });
  const invited = await inviting.post<{ link: string }>(`/api/teams/${team.id}/members`, { email: world.owner.email });
  const secret = new URL(invited.body.link).pathname.split('/').at(-1);
  await world.owner.post('/api/public/invitations/open', { secret });
  const countsOf = async (who: 'owner' | 'member') =>
    (await readWhole(() => world[who].get<AnswerOf<'inbox.counts'>>('/api/inbox/counts'))).body;

  const none = { invitations: 0, accessRequests: 0, suggestions: 0, approvals: 0, memories: 0, dueViews: 0 };
  const nothing = { ...none, degraded: [] };
  const waiting = { invitations: 1, accessRequests: 1, suggestions: 1, approvals: 1 };
  expect(await countsOf('owner')).toEqual({ ...nothing, ...waiting });
  // The requester of access has nothing to decide.
  expect(await countsOf('member')).toEqual(nothing);

  await world.owner.post(`/api/access-requests/${world.ids['requestId']}/deny`, {});
  await world.owner.post(`/api/suggestions/${world.ids['suggestionId']}/dismiss`, {});
  await world.owner.post(`/api/approvals/${world.ids['approvalId']}/deny`, {});
  expect(await countsOf('owner')).toEqual({ ...nothing, invitations: 1 });
});

test('the fields of an external share have labels, and a share names its record', async () => {
  const fields = await world.owner.get<AnswerOf<'external_shares.fields'>>(
    '/api/shares/external/fields?entityType=deal',
  );

  expect(fields.body.items).toEqual(
    expect.arrayContaining([
      { key: 'totalViews', label: 'Total views', byDefault: true },
      { key: 'price', label: 'Price', byDefault: false },
      { key: 'linkClicks', label: 'Link clicks', byDefault: false },
    ]),
  );
  const { body } = await world.owner.get<AnswerOf<'external_shares.get'>>(
    `/api/shares/external/${world.ids['shareId']}`,
  );
  expect(body).toMatchObject({ entityTitle: 'Spring launch', entityType: 'deal' });
});

test('only an administrator creates a link that sets a new password', async () => {
  const user = await stack.signUp();
  const admin = await stack.signInAsAdmin();
  const path = `/api/admin/users/${user.userId}/password-link`;

  expect((await user.post(path, {})).status).toBe(403);
  const made = await admin.post<AnswerOf<'admin.create_password_link'>>(path, {});

  expect(made.status).toBe(201);
  const { origin, pathname, searchParams } = new URL(made.body.url);
  expect([origin, pathname]).toEqual([stack.gatewayUrl, '/reset-password']);
  const newPassword = 'a quite new password';
  const set = await stack.anyone.post('/api/auth/password/reset', { token: searchParams.get('token'), newPassword });
  expect(set.status).toBe(204);
  await expect(stack.signIn({ email: user.email, password: newPassword })).resolves.toBeDefined();
});
