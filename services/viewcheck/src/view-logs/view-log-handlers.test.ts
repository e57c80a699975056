import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
import { v7 as newId } from 'uuid';
import { addScreenshot, CAPTURED } from '../testing/test-screenshots.js';
import {
  newViewLog,
  recordViewLog,
  startViewcheck,
  type TestDeal,
  type ViewcheckService,
} from '../testing/viewcheck-service.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck.stop());

const PAGE = { pageSize: 0, skip: 0 };
const EVERYTHING = { ...PAGE, scope: 'mine', viewLogIds: [] };

const record = (deal: TestDeal, overrides: Parameters<typeof newViewLog>[1] = {}, user = deal.users.owner) =>
  recordViewLog(viewcheck.logs(user), deal, overrides);

/** Permissions by role; all other calls are refused. */
const ACCESS = [
  { role: 'owner', add: 'done', correct: 'done', remove: 'done', read: 'done', editable: true },
  { role: 'team-owner', add: 'done', correct: 'done', remove: 'forbidden', read: 'done', editable: true },
  { role: 'team-admin', add: 'done', correct: 'done', remove: 'forbidden', read: 'done', editable: true },
  { role: 'team-member', add: 'forbidden', correct: 'forbidden', remove: 'forbidden', read: 'done', editable: false },
  { role: 'stranger', add: 'not_found', correct: 'not_found', remove: 'not_found', read: 'not_found', editable: false },
] as const;

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { kind?: string }) => error.kind ?? 'failed',
  );

test('the history of a view log has its total even on a page beyond its end', async () => {
  const deal = viewcheck.createDeal();
  const { dealId } = deal;
  const { id: viewLogId } = await record(deal, { value: 1 });
  const mine = viewcheck.logs(deal.users.owner);
  await mine.updateViewLog({ dealId, viewLogId, updateMask: ['value'], value: 2 });

  expect(await mine.getViewLogHistory({ dealId, viewLogId, pageSize: 10, skip: 10 })).toEqual({
    corrections: [],
    totalSize: 1,
    degraded: [],
  });
});

describe.each(ACCESS)('the $role of a shared deal', ({ role, add, correct, remove, read, editable }) => {
  test(`gets for adding: ${add}, correcting: ${correct}, deleting: ${remove}, reading: ${read}`, async () => {
    const deal = viewcheck.createDeal();
    const { dealId } = deal;
    const { id: viewLogId } = await record(deal);
    const mine = viewcheck.logs(deal.users[role]);
    const correction = { dealId, viewLogId, updateMask: ['value'], value: 7 };

    expect({
      read: await outcome(mine.listDealViewLogs({ dealId, ...PAGE })),
      history: await outcome(mine.getViewLogHistory({ dealId, viewLogId, ...PAGE })),
      add: await outcome(mine.addViewLog(newViewLog(deal))),
      correct: await outcome(mine.updateViewLog(correction)),
      remove: await outcome(mine.deleteViewLog({ dealId, viewLogId })),
    }).toEqual({ read, history: read, add, correct, remove });
  });

  test('sees in lists what the role may see, and whether it may correct and delete', async () => {
    const deal = viewcheck.createDeal();
    const { id } = await record(deal);
    const mine = viewcheck.logs(deal.users[role]);

    const owned = await mine.listViewLogs({ ...EVERYTHING, viewLogId: id });
    const shared = await mine.listViewLogs({ ...EVERYTHING, scope: 'mine-and-shared', viewLogId: id });

    expect(owned.viewLogs.map((log) => log.id)).toEqual(role === 'owner' ? [id] : []);
    const isDeletable = remove === 'done';
    expect(shared.viewLogs.map((log) => [log.id, log.editable, log.deletable])).toEqual(
      role === 'stranger' ? [] : [[id, editable, isDeletable]],
    );
  });
});

test('a view log of a hidden deal responds like one that never existed', async () => {
  const deal = viewcheck.createDeal();
  const { id: viewLogId } = await record(deal);
  const stranger = viewcheck.logs(deal.users.stranger);
  const read = (id: string) =>
    stranger.getViewLogHistory({ dealId: deal.dealId, viewLogId: id, ...PAGE }).catch((error: unknown) => error);

  expect(await read(viewLogId)).toEqual(await read(newId()));
});

test('a view log has the names of its deal and author, and evidence determined by the server', async () => {
  const deal = viewcheck.createDeal({ title: 'Unboxing' });

  const viewLog = await record(deal, {
    value: 12_345,
    checkedAt: '2026-03-02',
    note: 'n',
    sourceUrl: 'https://a.example/x',
  });

  expect(viewLog).toMatchObject({
    dealId: deal.dealId,
    dealName: 'Spring launch',
    promoCode: 'SAVE20',
    videoTitle: 'Unboxing',
    videoUrl: 'https://www.youtube.com/watch?v=abc123XYZ_0',
    value: 12_345,
    checkedAt: new Date('2026-03-02T00:00:00.000Z'),
    sourceUrl: 'https://a.example/x',
    note: 'n',
    screenshot: null,
    loggedBy: { userId: deal.users.owner.userId, name: 'The owner' },
    source: 'dashboard',
    evidence: { rawText: null, precision: 'exact', metric: 'views', grade: 'none', observedPromoAtSeconds: null },
    editable: true,
    deletable: true,
    version: 1,
  });
});

test('deal holds the address of a video while its view log is recorded', async () => {
  const deal = viewcheck.createDeal();

  await record(deal);

  expect(viewcheck.heldVideos).toContain(deal.videoId);
});

test('a view log of 2^53-1 is stored exactly, and 0 is a valid count', async () => {
  const deal = viewcheck.createDeal();

  expect((await record(deal, { value: Number.MAX_SAFE_INTEGER })).value).toBe(9_007_199_254_740_991);
  expect((await record(deal, { value: 0 })).value).toBe(0);
});

test('a date is the start of that day in the time zone of the user who records the view log', async () => {
  const deal = viewcheck.createDeal();
  const { owner } = deal.users;
  const inTokyo = { ...owner, preferences: { ...owner.preferences, timeZone: 'Asia/Tokyo' } };

  const viewLog = await record(deal, { checkedAt: '2026-03-02' }, inTokyo);

  expect(viewLog.checkedAt).toEqual(new Date('2026-03-01T15:00:00.000Z'));
});

test.each(['2999-01-01', '2004-12-31', '2026-02-30', 'yesterday', '2026-01-01T10:00'])(
  'the date %s is refused with the path of the field',
  async (checkedAt) => {
    const deal = viewcheck.createDeal();

    await expect(record(deal, { checkedAt })).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path: 'checkedAt' }],
    });
  },
);

describe('deal receives the newest view log', () => {
  test('after it is recorded, corrected and deleted', async () => {
    const deal = viewcheck.createDeal();
    const { owner } = deal.users;
    const told = () => viewcheck.newestToldTo(deal.videoId);
    const older = await record(deal, { value: 10, checkedAt: '2026-01-02' });
    const newer = await record(deal, { value: 20, checkedAt: '2026-01-03' });
    expect(told()).toMatchObject({ value: 20, checkedAt: '2026-01-03T00:00:00.000Z', revision: 2 });

    await record(deal, { value: 5, checkedAt: '2026-01-01' });
    expect(told()).toMatchObject({ value: 20, revision: 3 });

    const { dealId } = deal;
    await viewcheck
      .logs(owner)
      .updateViewLog({ dealId, viewLogId: older.id, updateMask: ['checked_at'], checkedAt: '2026-01-04' });
    expect(told()).toMatchObject({ value: 10, checkedAt: '2026-01-04T00:00:00.000Z', revision: 4 });

    await viewcheck.logs(owner).deleteViewLog({ dealId, viewLogId: older.id });
    expect(told()).toMatchObject({ value: newer.value, revision: 5 });
  });

  test('and that none is left', async () => {
    const deal = viewcheck.createDeal();
    const { id: viewLogId } = await record(deal);

    await viewcheck.logs(deal.users.owner).deleteViewLog({ dealId: deal.dealId, viewLogId });

    expect(viewcheck.newestToldTo(deal.videoId)).toMatchObject({ value: null, checkedAt: null, revision: 2 });
  });

  test('in unique revisions, even with concurrent view logs', async () => {
    const deal = viewcheck.createDeal();

    await Promise.all(
      Array.from({ length: 20 }, (_, index) => record(deal, { value: index, checkedAt: '2026-01-02' })),
    );

    const { rows } = await viewcheck.pool.query<{ revision: number }>(
      `select revision from viewcheck.video_revisions where video_id = $1`,
      [deal.videoId],
    );
    expect(rows).toEqual([{ revision: 20 }]);
  });
});

describe('a correction', () => {
  test('changes the named fields, clears null ones, and keeps the previous values', async () => {
    const deal = viewcheck.createDeal();
    const { dealId } = deal;
    const { id: viewLogId } = await record(deal, { value: 10, note: 'first', checkedAt: '2026-01-02' });
    const admin = viewcheck.logs(deal.users['team-admin']);

    const { viewLog } = await admin.updateViewLog({
      dealId,
      viewLogId,
      updateMask: ['value', 'note'],
      value: 11,
      note: null,
    });
    const { corrections, totalSize } = await admin.getViewLogHistory({ dealId, viewLogId, ...PAGE });

    expect(viewLog).toMatchObject({ value: 11, note: null, checkedAt: new Date('2026-01-02'), version: 2 });
    expect(totalSize).toBe(1);
    expect(corrections[0]).toMatchObject({
      correctedBy: { userId: deal.users['team-admin'].userId, name: 'The team-admin' },
      changedFields: ['value', 'note'],
      before: { value: 10, note: 'first', checkedAt: new Date('2026-01-02') },
      after: { value: 11, note: null },
    });
  });

  test('without changes is not recorded', async () => {
    const deal = viewcheck.createDeal();
    const { dealId } = deal;
    const { id: viewLogId } = await record(deal, { value: 10 });
    const mine = viewcheck.logs(deal.users.owner);

    const { viewLog } = await mine.updateViewLog({ dealId, viewLogId, updateMask: ['value'], value: 10 });

    expect(viewLog?.version).toBe(1);
    expect(await mine.getViewLogHistory({ dealId, viewLogId, ...PAGE })).toMatchObject({ totalSize: 0 });
  });

  test('with an outdated version is refused', async () => {
    const deal = viewcheck.createDeal();
    const { id: viewLogId } = await record(deal);
    const mine = viewcheck.logs(deal.users.owner);
    const correct = (value: number, expectedVersion: number) =>
      mine.updateViewLog({ dealId: deal.dealId, viewLogId, updateMask: ['value'], value, expectedVersion });

    await correct(1, 1);

    await expect(correct(2, 1)).rejects.toMatchObject({ kind: 'stale', code: 'VERSION_CONFLICT' });
  });

  test('through another deal is not found', async () => {
    const deal = viewcheck.createDeal();
    const { id: viewLogId } = await record(deal);

    const correct = viewcheck
      .logs(deal.users.owner)
      .updateViewLog({ dealId: newId(), viewLogId, updateMask: ['value'], value: 1 });

    await expect(correct).rejects.toMatchObject({ kind: 'not_found' });
  });
});

test('the same idempotency key records once', async () => {
  const deal = viewcheck.createDeal();
  const client = viewcheck.as(deal.users.owner, ViewLogService, { idempotencyKey: 'k' });

  const first = await client.addViewLog(newViewLog(deal));
  const second = await client.addViewLog(newViewLog(deal));

  expect(second.viewLog?.id).toBe(first.viewLog?.id);
  await expect(client.addViewLog(newViewLog(deal, { value: 999 }))).rejects.toMatchObject({ kind: 'key_reused' });
});

describe('a key repeated after the stored responses have expired', () => {
  const forgetAnswers = () => viewcheck.pool.query(`truncate idempotency_answers`);

  test('returns the view log that it recorded, in its current state', async () => {
    const deal = viewcheck.createDeal();
    const client = viewcheck.as(deal.users.owner, ViewLogService, { idempotencyKey: 'days' });
    const { viewLog } = await client.addViewLog(newViewLog(deal, { value: 5 }));
    await viewcheck
      .logs(deal.users.owner)
      .updateViewLog({ dealId: deal.dealId, viewLogId: viewLog?.id ?? '', updateMask: ['value'], value: 6 });
    await forgetAnswers();

    const again = await client.addViewLog(newViewLog(deal, { value: 5 }));

    expect(again.viewLog).toMatchObject({ id: viewLog?.id, value: 6 });
    const { totalSize } = await viewcheck.logs(deal.users.owner).listDealViewLogs({ dealId: deal.dealId, ...PAGE });
    expect(totalSize).toBe(1);
  });

  describe.each([
    { stored: 'the input', forgetInput: async () => {} },
    {
      stored: 'no input, by the version before',
      forgetInput: () => viewcheck.pool.query(`update viewcheck.reading_keys set input_hash = null`),
    },
  ])('and stored $stored', ({ forgetInput }) => {
    test('is refused with another request, without linking its screenshot', async () => {
      const deal = viewcheck.createDeal();
      const { owner } = deal.users;
      const client = viewcheck.as(owner, ViewLogService, { idempotencyKey: newId() });
      const { viewLog } = await client.addViewLog(newViewLog(deal, { value: 5 }));
      const { dealId } = deal;
      await viewcheck
        .logs(owner)
        .updateViewLog({ dealId, viewLogId: viewLog?.id ?? '', updateMask: ['value'], value: 6 });
      await Promise.all([forgetAnswers(), forgetInput()]);
      const screenshotId = addScreenshot(viewcheck, owner, CAPTURED);

      for (const other of [
        newViewLog(deal, { value: 6, screenshotId }),
        newViewLog(viewcheck.addVideo(deal), { value: 5 }),
        newViewLog(viewcheck.createDeal(), { value: 5 }),
      ]) {
        await expect(client.addViewLog(other)).rejects.toMatchObject({
          kind: 'key_reused',
          code: 'IDEMPOTENCY_KEY_REUSED',
        });
      }
      expect(viewcheck.screenshots.known.get(screenshotId)?.videoId).toBeNull();
      expect((await client.addViewLog(newViewLog(deal, { value: 5 }))).viewLog).toMatchObject({ value: 6 });
    });
  });

  test('returns the screenshot that replaced the recorded one', async () => {
    const deal = viewcheck.createDeal();
    const { owner } = deal.users;
    const client = viewcheck.as(owner, ViewLogService, { idempotencyKey: newId() });
    const request = newViewLog(deal, { screenshotId: addScreenshot(viewcheck, owner, CAPTURED) });
    const { viewLog } = await client.addViewLog(request);
    const screenshotId = addScreenshot(viewcheck, owner, CAPTURED);
    const { dealId } = deal;
    await viewcheck.logs(owner).replaceViewLogScreenshot({ dealId, viewLogId: viewLog?.id ?? '', screenshotId });
    await forgetAnswers();

    expect((await client.addViewLog(request)).viewLog?.screenshot).toMatchObject({ screenshotId });
  });

  test('is refused when the view log has been deleted, and belongs only to its caller', async () => {
    const deal = viewcheck.createDeal();
    const other = viewcheck.createDeal();
    const client = viewcheck.as(deal.users.owner, ViewLogService, { idempotencyKey: 'gone' });
    const { viewLog } = await client.addViewLog(newViewLog(deal));
    await viewcheck.logs(deal.users.owner).deleteViewLog({ dealId: deal.dealId, viewLogId: viewLog?.id ?? '' });
    await forgetAnswers();

    await expect(client.addViewLog(newViewLog(deal))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('deleted since'),
    });
    const others = viewcheck.as(other.users.owner, ViewLogService, { idempotencyKey: 'gone' });
    expect((await others.addViewLog(newViewLog(other))).viewLog?.dealId).toBe(other.dealId);
  });
});
