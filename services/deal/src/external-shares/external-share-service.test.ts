import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import {
  ExternalShareServiceService,
  PublicShareServiceService,
  type CreateExternalShareRequest,
} from '@svc/proto/deal/v1/external_share_service';
import { v7 as newId } from 'uuid';
import { startDeal, type DealService } from '../testing/deal-service.js';
import { addVideo, createDeal, createSharedDeal } from '../testing/records.js';

let service: DealService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const shares = (user: UserPrincipal) => service.call(user, ExternalShareServiceService);
const anyone = (user?: UserPrincipal) => service.call(user, PublicShareServiceService);
const ADDRESS = { clientAddress: '203.0.113.9' };

async function shareDeal(owner: UserPrincipal, fields: Partial<CreateExternalShareRequest> = {}) {
  const deal = await createDeal(service, owner, { price: 900, notes: 'private', contactName: 'Ann' });
  await addVideo(service, owner, deal.id);
  const { externalShare } = await shares(owner).createExternalShare({
    entityType: 'deal',
    entityId: deal.id,
    visibleFields: [],
    isActive: true,
    ...fields,
  });
  if (!externalShare) throw new Error('The answer has no share.');
  return { deal, share: externalShare, token: externalShare.token };
}

const open = (token: string, fields: { password?: string; viewingPass?: string } = {}, user?: UserPrincipal) =>
  anyone(user).openShare({ token, ...ADDRESS, ...fields });

const views = async (owner: UserPrincipal, id: string): Promise<number | undefined> => {
  const { externalShares } = await shares(owner).listExternalShares({ pageSize: 0, skip: 0 });
  return externalShares.find((share) => share.id === id)?.viewCount;
};

test('by default a share shows no money, no notes and no contact data (interface specification section 2)', async () => {
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

test('the owner picks what is shown, from the fields of the record alone', async () => {
  const owner = testUser();
  const { token } = await shareDeal(owner, { visibleFields: ['price', 'notes'] });

  const { fieldsJson, videos } = await open(token);

  expect(JSON.parse(fieldsJson)).toEqual({ price: 900, notes: 'private' });
  expect(videos).toEqual([]);
  await expect(shareDeal(owner, { visibleFields: ['ownerId'] })).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path: 'visibleFields' }],
  });
});

test('looking counts nothing, opening counts one, opening again with the pass counts nothing', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner);
  await anyone().describeShare({ token });
  expect(await views(owner, share.id)).toBe(0);

  const { viewingPass } = await open(token);
  await open(token, { viewingPass });
  await open(token, { viewingPass });

  expect(await views(owner, share.id)).toBe(1);
});

test('the owner’s own opening never counts, and needs no password', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner, { password: 'open sesame', maxViews: 1 });

  await open(token, {}, owner);
  await open(token, {}, owner);

  expect(await views(owner, share.id)).toBe(0);
});

test('100 strangers at once at a share with 10 views left get exactly 10 answers', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner, { maxViews: 10 });

  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () =>
      open(token).then(
        () => 'opened',
        (error: { code?: string }) => error.code,
      ),
    ),
  );

  expect(
    Object.entries(Object.groupBy(outcomes, (outcome) => outcome ?? '')).map(([key, of]) => [key, of?.length]),
  ).toEqual(
    expect.arrayContaining([
      ['opened', 10],
      ['SHARE_EXHAUSTED', 90],
    ]),
  );
  expect(await views(owner, share.id)).toBe(10);
});

describe('a share that has ended', () => {
  test('by switch, date or views answers which, for looking and opening', async () => {
    const owner = testUser();
    const cases = [
      ['SHARE_INACTIVE', `is_active = false`],
      ['SHARE_EXPIRED', `expires_at = now()`],
      ['SHARE_EXHAUSTED', `max_views = 1, view_count = 1`],
    ] as const;
    for (const [code, change] of cases) {
      const { share, token } = await shareDeal(owner);
      await service.pool.query(`update deal.external_shares set ${change} where id = $1`, [share.id]);

      await expect(anyone().describeShare({ token })).rejects.toMatchObject({ kind: 'gone', code });
      await expect(open(token)).rejects.toMatchObject({ kind: 'gone', code });
    }
  });

  test('by deletion of the share or of the record is gone like one that never was', async () => {
    const owner = testUser();
    const [first, second] = [await shareDeal(owner), await shareDeal(owner)];
    await shares(owner).deleteExternalShare({ externalShareId: first.share.id });
    await service.as(owner).deals.deleteDeal({ dealId: second.deal.id });

    for (const token of [first.token, second.token, 'x'.repeat(43)]) {
      await expect(open(token)).rejects.toMatchObject({ kind: 'not_found' });
    }
  });

  test('shows nothing for a pass either once it is switched off', async () => {
    const owner = testUser();
    const { share, token } = await shareDeal(owner);
    const { viewingPass } = await open(token);

    await shares(owner).updateExternalShare({
      externalShareId: share.id,
      updateMask: ['is_active'],
      isActive: false,
      visibleFields: [],
    });

    await expect(open(token, { viewingPass })).rejects.toMatchObject({ code: 'SHARE_INACTIVE' });
    await expect(anyone().checkViewingPass({ token, viewingPass })).rejects.toMatchObject({ kind: 'gone' });
  });
});

describe('a password', () => {
  test('is asked for, counts nothing while wrong, and is not stored', async () => {
    const owner = testUser();
    const { share, token } = await shareDeal(owner, { password: 'open sesame' });

    await expect(open(token)).rejects.toMatchObject({ kind: 'unauthenticated', code: 'PASSWORD_REQUIRED' });
    await expect(open(token, { password: 'open barley' })).rejects.toMatchObject({ code: 'PASSWORD_REQUIRED' });
    expect(await views(owner, share.id)).toBe(0);
    await expect(open(token, { password: 'open sesame' })).resolves.toMatchObject({ entityType: 'deal' });
    const { rows } = await service.pool.query<{ row: string }>(
      `select e::text as row from deal.external_shares e where id = $1`,
      [share.id],
    );
    expect(rows[0]?.row).not.toContain('open sesame');
  });

  test('is tried ten times in ten minutes, then even the right one waits', async () => {
    const owner = testUser();
    const { token } = await shareDeal(owner, { password: 'open sesame' });
    for (let i = 0; i < 10; i += 1) await open(token, { password: 'wrong one' }).catch(() => undefined);

    await expect(open(token, { password: 'open sesame' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

test('only the owner shares, lists, changes and ends', async () => {
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

test('a wrong body is refused before anything is looked up', async () => {
  const owner = testUser();
  const past = { expiresAt: new Date(Date.now() - 1_000) };

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

test('a change keeps what it does not name, and null clears', async () => {
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
