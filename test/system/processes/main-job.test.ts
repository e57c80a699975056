import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { PURGED_SERVICES } from '@svc/topology/processes';
import { sharedStack } from '../../shared-stack.ts';
import {
  daysAgo,
  type Deal,
  type ErrorAnswer,
  type ImportAnswer,
  type List,
  type Video,
  videoUrl,
  type ViewLog,
} from '../answers.ts';
import { countRows, listTablesWithRowsOf } from '../database.ts';
import { twoPixels } from '../short-links/short-link-visits.ts';
import { checkInstallation } from './check-installation.ts';

const stack = await sharedStack();

test('a manager pastes links, sees due checks, records a view count, corrects it and copies the text', async () => {
  const manager = await stack.signUp();
  const postDate = daysAgo(8);

  const imported = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate,
    linksText: `Spring launch\nCODE: SAVE20\n${videoUrl(1)}\nhttps://youtu.be/${'2'.padStart(11, '0')}?si=x\n\nSomebody\n${videoUrl(3)}\n`,
  });
  expect(imported.status).toBe(200);
  expect(imported.body.summary).toEqual({
    groups: 2,
    videosAdded: 2,
    videosAlreadyPresent: 0,
    dealsCreated: 1,
    dealsReused: 0,
    needsPromoCode: 1,
    duplicatesSkipped: 0,
  });

  const retry = imported.body.needsPromoCode[0]!.nextAction.retryParams;
  const collections = retry.collections.map((group) => ({ ...group, promoCode: 'OTHER', price: 99.5 }));
  const retried = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', { ...retry, collections });
  expect(retried.body.summary).toMatchObject({ dealsCreated: 1, videosAdded: 1, needsPromoCode: 0 });

  interface Due {
    dealId: string;
    videoId: string;
    dueDate: string;
    checkDay: number;
    daysOverdue: number;
  }
  const due = await manager.get<List<Due>>('/api/deals/due-views');
  expect(due.body.items.map(({ dueDate, checkDay, daysOverdue }) => ({ dueDate, checkDay, daysOverdue }))).toEqual(
    Array.from({ length: 3 }, () => ({ dueDate: daysAgo(7), checkDay: 1, daysOverdue: 7 })),
  );
  expect(Object.keys(due.body.items[0]!).toSorted()).toEqual(
    [
      'checkDay',
      'daysOverdue',
      'dealId',
      'dealName',
      'dueDate',
      'lastCheckedAt',
      'lastValue',
      'platform',
      'postDate',
    ].concat(['promoCode', 'videoId', 'videoUrl']),
  );

  const { dealId, videos } = imported.body.deals[0]!;
  const { videoId } = videos[0]!;
  const recorded = await manager.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value: 12_000 });
  expect(recorded.status).toBe(201);
  expect((await manager.get<Deal>(`/api/deals/${dealId}`)).body.totalViews).toBe(12_000);

  const corrected = await manager.patch<ViewLog>(`/api/deals/${dealId}/views/${recorded.body.id}`, {
    value: 12_345,
    note: 'misread',
  });
  expect(corrected.body).toMatchObject({ value: 12_345, note: 'misread' });
  expect((await manager.get<Deal>(`/api/deals/${dealId}`)).body.totalViews).toBe(12_345);
  expect((await manager.get<List<Due>>('/api/deals/due-views')).body.total).toBe(2);
  const [seen, ...others] = due.body.items;
  const rest = await manager.get<List<Due>>(`/api/deals/due-views?after=${seen?.dueDate},${seen?.videoId}`);
  expect(rest.body.items.map((check) => check.videoId)).toEqual(
    others.map((check) => check.videoId).filter((id) => id !== videoId),
  );
  expect((await manager.get<ErrorAnswer>('/api/deals/due-views?after=here')).status).toBe(400);

  const logs = await manager.get<List<ViewLog> & { copyText: string; copyTextScope: string; copyTextFormat: string }>(
    `/api/deals/view-logs?dealId=${dealId}&from=${daysAgo(0)}`,
  );
  expect(logs.body).toMatchObject({
    total: 1,
    copyText: `Spring launch [SAVE20]\n${videoUrl(1)} - 12,345 views (${daysAgo(0)})`,
    copyTextScope: 'returned_logs',
    copyTextFormat: 'viewcheck-extension-completed-copy-v1',
  });
  const history = await manager.get<List<{ before: object; after: object }>>(
    `/api/deals/${dealId}/views/${recorded.body.id}/history`,
  );
  expect(history.body.items[0]).toMatchObject({ before: { value: 12_000 }, after: { value: 12_345 } });

  const linesOf = async (path: string) => (await manager.get<string>(path)).body.trimEnd().split('\r\n');
  expect(await linesOf('/api/deals/export.csv')).toHaveLength(3);
  const [, viewLog, ...withoutViewLog] = await linesOf(`/api/deals/${dealId}/proof.csv`);
  expect([viewLog?.includes('12345'), withoutViewLog.length]).toEqual([true, 1]);
});

test('five spellings of a link make one video', async () => {
  const manager = await stack.signUp();
  const urls = [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share',
    'youtu.be/dQw4w9WgXcQ?t=75',
    '<https://www.youtube.com/shorts/dQw4w9WgXcQ>',
    'https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ',
  ];

  const { body } = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(1),
    collections: [{ promoCode: 'X', urls }],
  });

  expect(body.summary).toMatchObject({ videosAdded: 1, dealsCreated: 1 });
  const { items } = (await manager.get<List<Video>>(`/api/deals/${body.deals[0]!.dealId}/videos`)).body;
  expect(items.map(({ url }) => url)).toEqual(['https://www.youtube.com/watch?v=dQw4w9WgXcQ']);
});

test('twenty concurrent copies of an import create the same deals and videos as one', async () => {
  const manager = await stack.signUp();
  const request = {
    postDate: daysAgo(1),
    collections: [
      { promoCode: 'A', urls: [videoUrl(1), videoUrl(2)] },
      { promoCode: 'a', urls: [videoUrl(3)] },
      { promoCode: 'B', urls: [videoUrl(4)] },
    ],
  };

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => manager.post<ImportAnswer>('/api/deals/bulk-import/process', request)),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const sum = (name: keyof ImportAnswer['summary']): number =>
    answers.reduce((total, { body }) => total + body.summary[name], 0);
  expect({ created: sum('dealsCreated'), added: sum('videosAdded') }).toEqual({ created: 2, added: 4 });
  const { items } = (await manager.get<List<Deal>>('/api/deals')).body;
  expect(new Map(items.map(({ name, videoCount }) => [name, videoCount]))).toEqual(
    new Map([
      ['A', 3],
      ['B', 1],
    ]),
  );
});

test('a repeated idempotency key returns the first answer, and is refused for another request', async () => {
  const manager = await stack.signUp();
  const options = { headers: { 'idempotency-key': 'launch-1' } };

  const first = await manager.post<Deal>('/api/deals', { name: 'Once' }, options);
  const second = await manager.post<Deal>('/api/deals', { name: 'Once' }, options);
  const other = await manager.post<ErrorAnswer>('/api/deals', { name: 'Twice' }, options);

  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect((await manager.get<List<Deal>>('/api/deals')).body.total).toBe(1);
});

test('a write with a stale version is refused and changes nothing', async () => {
  const manager = await stack.signUp();
  const { body, headers } = await manager.post<Deal>('/api/deals', { name: 'First' });
  const ifMatch = { headers: { 'if-match': headers.get('etag') ?? '' } };

  const changed = await manager.patch<Deal>(`/api/deals/${body.id}`, { name: 'Second' }, ifMatch);
  const stale = await manager.patch<ErrorAnswer>(`/api/deals/${body.id}`, { name: 'Third' }, ifMatch);

  expect(changed.headers.get('etag')).toBe('"2"');
  expect([stale.status, stale.body.error.code]).toEqual([412, 'VERSION_CONFLICT']);
  expect((await manager.get<Deal>(`/api/deals/${body.id}`)).body.name).toBe('Second');
});

test('a changed time zone moves due dates', async () => {
  const manager = await stack.signUp();
  const { body } = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: '2026-01-01',
    collections: [{ promoCode: 'TZ', urls: [videoUrl(1)] }],
  });
  const { dealId, videos } = body.deals[0]!;
  // 20:00 UTC on the 7th is the 8th in Tokyo, so there this log completes the check due on the 8th.
  await manager.post(`/api/deals/${dealId}/views`, {
    videoId: videos[0]!.videoId,
    value: 1,
    checkedAt: '2026-01-07T20:00:00Z',
  });
  const dueDate = async () =>
    (await manager.get<List<Video>>(`/api/deals/${dealId}/videos`)).body.items[0]?.nextDueDate;
  expect(await dueDate()).toBe('2026-01-08');

  await manager.put('/api/settings', { timeZone: 'Asia/Tokyo' });

  expect(await dueDate()).toBe('2026-01-31');
});

test('settings have exactly the documented fields', async () => {
  const manager = await stack.signUp();

  const changed = await manager.put('/api/settings', { currency: 'eur', viewCheckDays: [2, 9] });

  const settings = {
    timeZone: 'UTC',
    currency: 'EUR',
    locale: 'en',
    viewCheckDays: [2, 9],
    notifications: { dueViews: false, teamSharing: true },
    version: 1,
  };
  expect(changed.body).toEqual(settings);
  const { body } = await manager.post<Deal & { currency: string; viewCheckDays: number[] }>('/api/deals', {
    name: 'A',
  });
  expect([body.currency, body.viewCheckDays]).toEqual(['EUR', [2, 9]]);
});

test('signing out takes effect immediately', async () => {
  const manager = await stack.signUp();
  await manager.get('/api/deals');

  expect((await manager.post('/api/auth/logout')).status).toBe(204);
  expect((await manager.get('/api/deals')).status).toBe(401);
});

test('a deleted account leaves no rows in any service', async () => {
  const manager = await stack.signUp();
  const { body } = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(3),
    collections: [{ promoCode: 'GONE', urls: [videoUrl(1)] }],
  });
  const { dealId, videos } = body.deals[0]!;
  await manager.post(`/api/deals/${dealId}/views`, { videoId: videos[0]!.videoId, value: 1 });
  await manager.post('/api/shorten', { url: 'https://example.com/gone' });
  await manager.post('/api/screenshots', { image: twoPixels().toString('base64'), dealId });
  await manager.post('/api/memory', { content: 'Prefers short replies.' });
  await manager.post('/api/copilot/conversations', {});
  expect(await listTablesWithRowsOf(stack.databaseAdminUrl, manager.userId)).toEqual(
    expect.arrayContaining([
      'deal.deals',
      'memory.conversations',
      'memory.memories',
      'screenshot.screenshots',
      'shortener.links',
      'viewcheck.view_logs',
    ]),
  );

  const deleted = await manager.delete('/api/auth/account', { body: { password: manager.password } });

  expect(deleted.status).toBe(204);
  expect((await manager.get('/api/auth/me')).status).toBe(401);
  expect(await listTablesWithRowsOf(stack.databaseAdminUrl, manager.userId)).toEqual([]);
  expect((await countRows(stack.databaseAdminUrl, manager.userId)).users).toBe(0);
  const admin = await stack.signInAsAdmin();
  const pending = await admin.get<List<{ userId: string; service: string }>>('/api/admin/pending-purges');
  expect(
    pending.body.items
      .filter(({ userId }) => userId === manager.userId)
      .map(({ service }) => service)
      .toSorted(),
  ).toEqual(PURGED_SERVICES.toSorted());
});

test('the installation check passes while everything runs', async () => {
  await eventually(async () => expect(await checkInstallation(stack)).toMatchObject({ code: 0 }));
});
