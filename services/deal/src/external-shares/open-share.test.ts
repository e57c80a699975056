import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { externalSharesOf } from '../testing/external-shares.js';
import { startPassSweep } from './sweep-passes.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const { anyone, open, shareDeal, shares, views } = externalSharesOf(() => service);

test('describing counts no view, opening counts one, and reopening with the pass counts none', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner);
  await anyone().describeShare({ token });
  expect(await views(owner, share.id)).toBe(0);

  const { viewingPass } = await open(token);
  await open(token, { viewingPass });
  await open(token, { viewingPass });

  expect(await views(owner, share.id)).toBe(1);
});

test('a pass describes and opens the share after its views are used up, and other visitors are refused', async () => {
  const owner = testUser();
  const { share, token, deal } = await shareDeal(owner, {
    maxViews: 1,
    password: 'open sesame',
    visibleFields: ['name', 'promoCode', 'readings'],
  });

  const { viewingPass } = await open(token, { password: 'open sesame' });

  expect(await anyone().describeShare({ token, viewingPass })).toEqual({
    entityType: 'deal',
    title: deal.name,
    requiresPassword: false,
    hasPass: true,
    promoCode: deal.promoCode,
    visibleFields: ['name', 'promoCode', 'readings'],
    timeZone: 'UTC',
  });
  await open(token, { viewingPass });
  await expect(anyone().describeShare({ token })).rejects.toMatchObject({ code: 'SHARE_EXHAUSTED' });
  await expect(anyone().describeShare({ token, viewingPass: 'x'.repeat(43) })).rejects.toMatchObject({
    code: 'SHARE_EXHAUSTED',
  });
  expect(await views(owner, share.id)).toBe(1);
});

test('visitors who have opened the link get the owner’s time zone', async () => {
  const owner = testUser();
  const { token } = await shareDeal(owner);
  await service
    .as({ kind: 'service', service: 'identity' })
    .newestViewLogs.recordOwnerTimeZone({ ownerId: owner.userId, timeZone: 'Pacific/Kiritimati', settingsVersion: 1 });

  expect(await open(token)).toMatchObject({ timeZone: 'Pacific/Kiritimati' });
});

test('the owner’s own opening never counts a view, and needs no password', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner, { password: 'open sesame', maxViews: 1 });

  await open(token, {}, owner);
  await open(token, {}, owner);

  expect(await views(owner, share.id)).toBe(0);
});

test('an opening whose record cannot be read counts no view', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner, { maxViews: 1 });
  await service.pool.query(`alter table deal.deal_videos rename column title to title_away`);

  await expect(open(token)).rejects.toThrow();
  await service.pool.query(`alter table deal.deal_videos rename column title_away to title`);

  expect(await views(owner, share.id)).toBe(0);
  await expect(open(token)).resolves.toMatchObject({ entityType: 'deal' });
});

test('openings of a share with a locked row do not block other requests, and time out', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner);
  const blocker = await service.pool.connect();
  await blocker.control('begin');
  await blocker.query(`select 1 from deal.external_shares where id = $1 for update`, [share.id]);

  const openings = Promise.allSettled(Array.from({ length: 20 }, () => open(token)));
  const others = await Promise.all(Array.from({ length: 10 }, () => views(owner, share.id)));
  const outcomes = await openings;
  await blocker.control('rollback');
  blocker.release();

  expect(others).toEqual(Array.from({ length: 10 }, () => 0));
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome))).toEqual(
    Array.from({ length: 20 }, () => expect.objectContaining({ kind: 'unavailable' })),
  );
  expect(await views(owner, share.id)).toBe(0);
});

test('100 concurrent visitors at a share with 10 remaining views get exactly 10 successful responses', async () => {
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
  test('by switch, date or view limit returns that reason, when described and when opened', async () => {
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

  test.each([
    ['SHARE_INACTIVE', `is_active = false`, 'Enable it'],
    ['SHARE_INACTIVE', `switched_off_by = owner_id`, 'Ask an administrator'],
    ['SHARE_EXPIRED', `expires_at = now()`, 'its expiry'],
    ['SHARE_EXHAUSTED', `max_views = 1, view_count = 1`, 'Raise the maximum'],
  ])('tells its owner, who is the sender, what to do: %s by %s', async (code, change, advice) => {
    const owner = testUser();
    const { share, token } = await shareDeal(owner);
    await service.pool.query(`update deal.external_shares set ${change} where id = $1`, [share.id]);

    const message = expect.stringContaining(advice);
    await expect(open(token, {}, owner)).rejects.toMatchObject({ kind: 'gone', code, message });
    const toOthers = expect.stringMatching(/Ask the sender for a new one\.$/);
    await expect(open(token, {}, testUser())).rejects.toMatchObject({ code, message: toOthers });
  });

  test('by deletion of the share or the record responds like one that never existed', async () => {
    const owner = testUser();
    const [first, second] = [await shareDeal(owner), await shareDeal(owner)];
    await shares(owner).deleteExternalShare({ externalShareId: first.share.id });
    await service.as(owner).deals.deleteDeal({ dealId: second.deal.id });

    for (const token of [first.token, second.token, 'x'.repeat(43)]) {
      await expect(open(token)).rejects.toMatchObject({ kind: 'not_found' });
    }
  });

  test('shows nothing with a pass once it is disabled', async () => {
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
  test('is required, counts no view while wrong, and is not stored', async () => {
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

  test('that changes invalidates passes issued for the old one', async () => {
    const owner = testUser();
    const { share, token } = await shareDeal(owner, { password: 'open sesame' });
    const { viewingPass } = await open(token, { password: 'open sesame' });

    await shares(owner).updateExternalShare({
      externalShareId: share.id,
      updateMask: ['password'],
      password: 'open barley',
      visibleFields: [],
    });

    await expect(open(token, { viewingPass })).rejects.toMatchObject({ code: 'PASSWORD_REQUIRED' });
    await expect(anyone().checkViewingPass({ token, viewingPass })).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('can be tried ten times in ten minutes, then even the right one is refused', async () => {
    const owner = testUser();
    const { token } = await shareDeal(owner, { password: 'open sesame' });
    for (let i = 0; i < 10; i += 1) await open(token, { password: 'wrong one' }).catch(() => undefined);

    await expect(open(token, { password: 'open sesame' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

test('expired passes are deleted, and valid ones are kept', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner);
  const ended = await open(token);
  await service.pool.query(`update deal.viewing_passes set expires_at = now() where share_id = $1`, [share.id]);
  const holding = await open(token);

  const sweep = startPassSweep(service.pool, 3_600_000);
  await sweep.stop();

  await expect(anyone().checkViewingPass({ token, viewingPass: holding.viewingPass })).resolves.toBeDefined();
  await expect(anyone().checkViewingPass({ token, viewingPass: ended.viewingPass })).rejects.toBeDefined();
  const { rows } = await service.pool.query(`select 1 from deal.viewing_passes where share_id = $1`, [share.id]);
  expect(rows).toHaveLength(1);
});
