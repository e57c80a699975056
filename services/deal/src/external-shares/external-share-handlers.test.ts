import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { waitForLockWaiters } from '@svc/chassis/testing/lock-waiters';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { externalSharesOf } from '../testing/external-shares.js';
import { changeRequest, createSharedDeal } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const PAGE = { pageSize: 50, skip: 0 };

const { anyone, open, shareDeal, shares } = externalSharesOf(() => service);

test('a share shows no money, notes and contact data by default', async () => {
  const owner = testUser();
  const { deal, token } = await shareDeal(owner);

  const { fieldsJson, title, videos } = await open(token);

  const fields = JSON.parse(fieldsJson) as Record<string, unknown>;
  expect(title).toBe(deal.name);
  expect(fields).toMatchObject({ name: deal.name, videoCount: 1 });
  for (const hidden of ['price', 'currency', 'notes', 'contactName', 'contactId', 'id', 'ownerId', 'tags']) {
    expect([hidden, hidden in fields]).toEqual([hidden, false]);
  }
  expect(videos).toHaveLength(1);
});

test('the owner chooses what is shown, only from the fields of the record', async () => {
  const owner = testUser();
  const { token } = await shareDeal(owner, { visibleFields: ['price', 'notes'] });

  const { fieldsJson, videos } = await open(token);

  expect(JSON.parse(fieldsJson)).toEqual({ price: 900, currency: 'USD', notes: 'private' });
  expect(videos).toEqual([]);
  await expect(shareDeal(owner, { visibleFields: ['ownerId'] })).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path: 'visibleFields' }],
  });
});

test('screenshots are shown only when the owner chooses them, and other services get the ids of their videos', async () => {
  const owner = testUser();
  const [byDefault, picked, without] = [
    await shareDeal(owner),
    await shareDeal(owner, { visibleFields: ['name', 'screenshots'] }),
    await shareDeal(owner, { visibleFields: ['name', 'videos'] }),
  ];

  const check = async ({ token }: { token: string }) => {
    const { viewingPass } = await open(token);
    return anyone().checkViewingPass({ token, viewingPass });
  };

  expect(byDefault.share.visibleFields).toEqual(expect.arrayContaining(['videos', 'readings']));
  expect(byDefault.share.visibleFields).not.toContain('screenshots');
  expect(await check(picked)).toEqual({
    entityType: 'deal',
    entityId: picked.deal.id,
    ownerId: owner.userId,
    visibleFields: ['name', 'screenshots'],
    videos: [{ videoId: expect.any(String), url: expect.any(String) }],
  });
  expect(await check(without)).toMatchObject({ visibleFields: ['name', 'videos'], videos: [] });
  expect(await open(picked.token)).toMatchObject({ videos: [], visibleFields: ['name', 'screenshots'] });
});

test('shared links are searched by the name of their deal, contact or influencer', async () => {
  const owner = testUser();
  const { deal, share } = await shareDeal(owner);
  await service.as(owner).deals.updateDeal(changeRequest(deal.id, { name: 'Café launch', brand: 'Kiteline' }));
  const contact = await createContact(service, owner, { name: 'Zoë Launcher', company: 'Café' });
  const request = { entityType: 'contact', entityId: contact.id, visibleFields: [], isActive: true };
  await shares(owner).createExternalShare(request);
  const found = async (user: UserPrincipal, query: string, entityId?: string) => {
    const answer = await shares(user).listExternalShares({ pageSize: 1, skip: 0, query, entityId });
    return [answer.totalSize, ...answer.externalShares.map(({ entityTitle }) => entityTitle)];
  };

  expect(await found(owner, 'LAUNCH')).toEqual([2, 'Zoë Launcher']);
  expect(await found(owner, 'launch', deal.id)).toEqual([1, 'Café launch']);
  expect(await found(owner, 'cafe')).toEqual([1, 'Café launch']);
  expect(await found(owner, 'zoe')).toEqual([1, 'Zoë Launcher']);
  for (const query of ['kiteline', '%', share.token]) expect(await found(owner, query)).toEqual([0]);
  expect(await found(testUser(), 'launch')).toEqual([0]);
});

test('a shared contact cannot include screenshots', async () => {
  const owner = testUser();
  const contact = await createContact(service, owner);
  const request = { entityType: 'contact', entityId: contact.id, visibleFields: ['screenshots'], isActive: true };

  await expect(shares(owner).createExternalShare(request)).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path: 'visibleFields' }],
  });
});

test('no choice shows the defaults; an empty choice shows only the kind of record, in every response', async () => {
  const owner = testUser();
  const chosen = await shareDeal(owner, { visibleFields: [], hasVisibleFields: true });
  const byDefault = await shareDeal(owner, { visibleFields: [], hasVisibleFields: false });

  expect(chosen.share.visibleFields).toEqual([]);
  expect(await anyone().describeShare({ token: chosen.token })).toMatchObject({ title: 'Deal' });
  expect(await open(chosen.token)).toMatchObject({ title: 'Deal', fieldsJson: '{}', videos: [], visibleFields: [] });
  expect(await open(byDefault.token)).toMatchObject({ title: byDefault.deal.name, videos: [expect.anything()] });

  const change = { externalShareId: byDefault.share.id, updateMask: ['visible_fields'], visibleFields: [] };
  expect(await shares(owner).updateExternalShare(change)).toMatchObject({ externalShare: { visibleFields: [] } });
  expect(await open(byDefault.token)).toMatchObject({ title: 'Deal', fieldsJson: '{}' });
});

test('the name of a record is hidden until the password is entered', async () => {
  const owner = testUser();
  const { deal, token } = await shareDeal(owner, { password: 'open sesame' });

  expect(await anyone().describeShare({ token })).toMatchObject({ title: 'Deal', requiresPassword: true });
  expect(await open(token, { password: 'open sesame' })).toMatchObject({ title: deal.name });
});

test('a record that is being deleted cannot be shared', async () => {
  const owner = testUser();
  const { deal } = await shareDeal(owner);
  const deleting = await service.pool.connect();
  await deleting.control('begin');
  await deleting.query(`delete from deal.deals where id = $1`, [deal.id]);

  const request = { entityType: 'deal', entityId: deal.id, visibleFields: [], isActive: true };
  const sharing = shares(owner)
    .createExternalShare(request)
    .catch((error: unknown) => error);
  await waitForLockWaiters(service.pool);
  await deleting.control('commit');
  deleting.release();

  expect(await sharing).toMatchObject({ kind: 'not_found' });
});

test('the shares of a contact are deleted with it', async () => {
  const owner = testUser();
  const contact = await createContact(service, owner, { name: 'Ann' });
  await shares(owner).createExternalShare({
    entityType: 'contact',
    entityId: contact.id,
    visibleFields: [],
    isActive: true,
  });

  await service.as(owner).contacts.deleteContact({ kind: 'contact', contactId: contact.id });

  expect((await shares(owner).listExternalShares({ pageSize: 0, skip: 0 })).externalShares).toEqual([]);
});

test('only the owner may create, list, change and delete shares', async () => {
  const shared = await createSharedDeal(service);
  const { share } = await shareDeal(shared.owner);
  const create = (user: UserPrincipal) =>
    shares(user).createExternalShare({
      entityType: 'deal',
      entityId: shared.deal.id,
      visibleFields: [],
      isActive: true,
    });

  await expect(create(shared.teamAdmin)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(create(shared.stranger)).rejects.toMatchObject({ kind: 'not_found' });
  expect((await shares(shared.member).listExternalShares({ pageSize: 0, skip: 0 })).totalSize).toBe(0);
  const change = { externalShareId: share.id, updateMask: ['max_views'], maxViews: 1, visibleFields: [] };
  await expect(shares(shared.member).updateExternalShare(change)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(shares(shared.member).deleteExternalShare({ externalShareId: share.id })).rejects.toMatchObject({
    kind: 'not_found',
  });
});

test('an invalid body is refused before any lookup', async () => {
  const owner = testUser();
  const past = { expiresAt: new Date(Date.now() - 1_000) };

  const yesterday = { expiresOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) };
  for (const wrong of [
    { ...past, visibleFields: [] },
    { ...yesterday, visibleFields: [] },
    { visibleFields: ['colour'] },
    { entityType: 'deal', visibleFields: ['revenue'] },
    { entityType: 'spaceship', visibleFields: [] },
  ]) {
    const updateMask = 'expiresAt' in wrong || 'expiresOn' in wrong ? ['expires_at'] : ['visible_fields'];
    const change = shares(owner).updateExternalShare({ externalShareId: newId(), updateMask, ...wrong });
    await expect(change).rejects.toMatchObject({ kind: 'invalid_input', code: 'VALIDATION_ERROR' });
  }
  for (const wrong of [past, { entityType: 'task' }, { visibleFields: ['colour'] }]) {
    const create = shares(owner).createExternalShare({
      entityType: 'deal',
      entityId: newId(),
      visibleFields: [],
      isActive: true,
      ...wrong,
    });
    await expect(create).rejects.toMatchObject({ kind: 'invalid_input', code: 'VALIDATION_ERROR' });
  }
});

test('an end date is the end of that day in the owner’s time zone, at creation and on change', async () => {
  const preferences = { timeZone: 'America/New_York', locale: 'en', currency: 'USD', viewCheckDays: [1] };
  const owner = testUser({ preferences });
  const { share } = await shareDeal(owner, { expiresOn: '2090-12-01', expiresAt: new Date('2090-12-02T00:00:00Z') });

  expect(share.expiresAt).toEqual(new Date('2090-12-02T05:00:00Z'));
  const change = { updateMask: ['expires_at'], expiresOn: '2090-06-30', visibleFields: [] };
  const { externalShare } = await shares(owner).updateExternalShare({ externalShareId: share.id, ...change });
  expect(externalShare?.expiresAt).toEqual(new Date('2090-07-01T04:00:00Z'));
  expect((await shares(owner).getExternalShare({ externalShareId: share.id })).externalShare).toEqual(externalShare);
  await expect(shares(testUser()).getExternalShare({ externalShareId: share.id })).rejects.toMatchObject({
    kind: 'not_found',
  });
});

test('a change keeps fields that it does not name, and null clears', async () => {
  const owner = testUser();
  const { share } = await shareDeal(owner, { maxViews: 5, password: 'open sesame' });
  const mine = shares(owner);

  const { externalShare } = await mine.updateExternalShare({
    externalShareId: share.id,
    updateMask: ['password', 'visible_fields'],
    visibleFields: ['name'],
    expectedVersion: 1,
  });

  expect(externalShare).toMatchObject({ hasPassword: false, visibleFields: ['name'], maxViews: 5, version: 2 });
  await expect(
    mine.updateExternalShare({ externalShareId: share.id, updateMask: [], visibleFields: [], expectedVersion: 1 }),
  ).rejects.toMatchObject({ kind: 'stale' });
});

test('changes of a share are in the activity of its deal, with values before and after', async () => {
  const owner = testUser();
  const { deal, share } = await shareDeal(owner, { maxViews: 5 });
  const externalShareId = share.id;
  const change = {
    externalShareId,
    updateMask: ['max_views', 'is_active'],
    maxViews: 9,
    visibleFields: [],
    isActive: true,
  };
  await shares(owner).updateExternalShare(change);
  await shares(owner).updateExternalShare(change);
  await shares(owner).updateExternalShare({ ...change, updateMask: ['password'], password: 'a new password' });
  await shares(owner).deleteExternalShare({ externalShareId });

  const { activities } = await service.as(owner).deals.listActivity({ dealId: deal.id, ...PAGE });

  const lines = activities.filter(({ action }) => action.startsWith('external_share.'));
  const state = { expiresAt: null, isActive: true, visibleFields: share.visibleFields, hasPassword: false };
  const named = { externalShareId, entityType: 'deal', entityId: deal.id };
  const [made, raised] = [
    { ...state, maxViews: 5 },
    { ...state, maxViews: 9 },
  ];
  const secured = { ...raised, hasPassword: true };
  expect(lines.map(({ action, changedFields, externalShare }) => [action, changedFields, externalShare])).toEqual([
    ['external_share.ended', [], { ...named, before: secured, after: null }],
    ['external_share.updated', ['password'], { ...named, before: raised, after: secured }],
    ['external_share.updated', ['maxViews'], { ...named, before: made, after: raised }],
    ['external_share.created', [], { ...named, before: null, after: made }],
  ]);
  expect(lines[0]).toMatchObject({ dealId: deal.id, dealName: deal.name, userId: owner.userId });
});

test('team members see that a share changed, but not its values', async () => {
  const { owner, member, deal } = await createSharedDeal(service);
  const dealId = deal.id;
  await shares(owner).createExternalShare({ entityType: 'deal', entityId: dealId, visibleFields: [], isActive: true });

  const { activities } = await service.as(member).deals.listActivity({ dealId, ...PAGE });

  expect(activities[0]).toMatchObject({ action: 'external_share.created', externalShare: null });
});

test('deleting a contact ends its shares, as recorded in the owner’s activity', async () => {
  const owner = testUser();
  const contact = await createContact(service, owner);
  const request = { entityType: 'contact', entityId: contact.id, visibleFields: [], isActive: true };
  await shares(owner).createExternalShare(request);
  await service.as(owner).contacts.deleteContact({ kind: 'contact', contactId: contact.id });

  const { activities } = await service.as(owner).deals.listActivity(PAGE);

  expect(activities.map(({ action, dealId }) => [action, dealId ?? null])).toEqual([
    ['external_share.ended', null],
    ['external_share.created', null],
  ]);
});

test.each([
  [{ expiresAt: new Date(0) }, 'expires_at'],
  [{ visibleFields: ['passwordHash'] }, 'visible_fields'],
])('values that no share can have are refused before ownership is checked', async (fields, name) => {
  const { share } = await shareDeal(testUser());
  const request = { externalShareId: share.id, updateMask: [name], visibleFields: [], isActive: true, ...fields };

  await expect(shares(testUser()).updateExternalShare(request)).rejects.toMatchObject({ kind: 'invalid_input' });
});
