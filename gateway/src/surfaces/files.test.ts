import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { notFound } from '@svc/chassis/errors/app-error';
import { startTestGateway, type StubHandlers, testDeal, type TestGateway } from '../testing/test-gateway.js';

const DEAL_ID = '01900000-0000-7000-8000-000000000001';
const VIDEO = {
  id: '01900000-0000-7000-8000-00000000000a',
  dealId: DEAL_ID,
  url: 'https://www.youtube.com/watch?v=abc123XYZ_0',
  originalUrl: 'https://youtu.be/abc123XYZ_0',
  canonicalKey: 'youtube:abc123XYZ_0',
  platform: 'youtube',
  platformVideoId: 'abc123XYZ_0',
  title: 'Unboxing',
  postDate: '2026-05-01',
  needsResolution: false,
  latestValue: 5,
  latestCheckedAt: new Date('2026-05-02T10:00:00.000Z'),
  nextDueDate: null,
  createdAt: new Date('2026-05-01T10:00:00.000Z'),
  updatedAt: new Date('2026-05-01T10:00:00.000Z'),
  version: 1,
};

let gateway: TestGateway;
let handlers: Required<Pick<StubHandlers, 'deals' | 'videos' | 'viewLogs'>>;

beforeAll(async () => {
  handlers = { deals: {}, videos: {}, viewLogs: {} };
  gateway = await startTestGateway({
    handlers: {
      deals: {
        exportDeals: async (request, call) => handlers.deals.exportDeals!(request, call),
        getDeal: async (request, call) => handlers.deals.getDeal?.(request, call) ?? { deal: testDeal({}) },
      },
      videos: { listVideos: async (request, call) => handlers.videos.listVideos!(request, call) },
      viewLogs: { listDealViewLogs: async (request, call) => handlers.viewLogs.listDealViewLogs!(request, call) },
    },
  });
});

beforeEach(() => {
  Object.assign(handlers, { deals: {}, videos: {}, viewLogs: {} });
});

afterAll(() => gateway.stop());

const get = (path: string) => gateway.fetch(path, { headers: { authorization: `Bearer ${gateway.signIn().token}` } });

/** Serves this many deals in pages of 200, recording requests; a page token is the index of the page's first deal. */
function serveDeals(count: number, deal: (index: number) => object = () => ({})) {
  const asked: { skip: number; operation: string | undefined }[] = [];
  handlers.deals.exportDeals = async ({ pageToken }, { context }) => {
    const skip = Number(pageToken ?? 0);
    asked.push({ skip, operation: context.operation });
    const length = Math.max(0, Math.min(200, count - skip));
    const deals = Array.from({ length }, (_, index) => testDeal(deal(skip + index)));
    return { deals, nextPageToken: skip + length < count ? String(skip + length) : null };
  };
  return asked;
}

test('deals are downloaded as a CSV file, page after page, each requested as the caller', async () => {
  const asked = serveDeals(450, (index) => ({ name: `Deal ${index}` }));

  const response = await get('/api/deals/export.csv');
  const lines = (await response.text()).split('\r\n');

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=deals.csv');
  expect(lines).toHaveLength(452);
  expect(lines[0]).toMatch(/^id,ownerId,name,brand,status,.*,version$/);
  expect(lines[450]).toContain('Deal 449');
  expect(asked).toEqual([0, 200, 400].map((skip) => ({ skip, operation: 'deals.export' })));
});

test('the file of the proof of a deal is named after its name and code, with an ASCII fallback', async () => {
  handlers.deals.getDeal = async () => ({ deal: testDeal({ name: 'Zoë: Spring', promoCode: 'SAVE20' }) });
  handlers.videos.listVideos = async () => ({ videos: [], totalSize: 0 });
  handlers.viewLogs.listDealViewLogs = async () => ({ viewLogs: [], totalSize: 0, degraded: [] });

  const response = await get(`/api/deals/${DEAL_ID}/proof.csv`);

  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename=proof.csv; filename*=UTF-8''Zo%C3%AB%20Spring%20SAVE20%20proof.csv`,
  );
});

test('a cell that a spreadsheet would run becomes text, and a list fits in one cell', async () => {
  serveDeals(1, () => ({ name: '=HYPERLINK("https://evil.example")', tags: ['a', 'b'] }));

  const file = await (await get('/api/deals/export.csv')).text();

  expect(file).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(file).toContain(',"a; b",');
});

test('a failure before the first row is returned like any error', async () => {
  handlers.videos.listVideos = async () => {
    throw notFound('deal');
  };

  const response = await get(`/api/deals/${DEAL_ID}/proof.csv`);

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('a later failure aborts the connection, so that no client mistakes the file for complete', async () => {
  const asked = serveDeals(450);
  const { exportDeals } = handlers.deals;
  handlers.deals.exportDeals = async (request, call) => {
    if (asked.length === 2) throw notFound('page');
    return exportDeals!(request, call);
  };

  const response = await get('/api/deals/export.csv');

  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test('a session that ends while the file is being sent ends the file', async () => {
  const { token } = gateway.signIn();
  serveDeals(1_000);
  const { exportDeals } = handlers.deals;
  handlers.deals.exportDeals = async (request, call) => {
    if (Number(request.pageToken) === 400) gateway.signOut(token);
    return exportDeals!(request, call);
  };

  const response = await gateway.fetch('/api/deals/export.csv', { headers: { authorization: `Bearer ${token}` } });

  await expect(response.text()).rejects.toThrow();
});

test('a client that disconnects aborts the read', async () => {
  serveDeals(1_000);
  const { exportDeals } = handlers.deals;
  const secondPage = Promise.withResolvers<AbortSignal>();
  const ended = Promise.withResolvers<void>();
  handlers.deals.exportDeals = async (request, call) => {
    if (request.pageToken === null) return exportDeals!(request, call);
    secondPage.resolve(call.context.signal);
    await ended.promise;
    throw notFound('page');
  };

  const response = await get('/api/deals/export.csv');
  const signal = await secondPage.promise;
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  await response.body?.cancel();

  await expect(ended.promise).resolves.toBeUndefined();
});

test('the proof of a deal has a row for each view log, then the videos without any', async () => {
  const unread = {
    ...VIDEO,
    id: DEAL_ID,
    url: 'https://youtu.be/other',
    title: null,
    latestValue: null,
    latestCheckedAt: null,
  };
  handlers.videos.listVideos = async () => ({ videos: [unread, VIDEO], totalSize: 2 });
  handlers.viewLogs.listDealViewLogs = async () => ({ viewLogs: [VIEW_LOG], totalSize: 1, degraded: [] });

  const file = await (await get(`/api/deals/${DEAL_ID}/proof.csv`)).text();

  expect(file.split('\r\n')).toEqual([
    'url,title,platform,postDate,views,checkedAt,sourceUrl,note',
    `${VIDEO.url},Unboxing,youtube,2026-05-01,5,2026-05-02T10:00:00.000Z,,First day`,
    'https://youtu.be/other,,youtube,2026-05-01,,,,',
    '',
  ]);
});

const VIEW_LOG = {
  id: '01900000-0000-7000-8000-00000000000b',
  dealId: DEAL_ID,
  dealName: 'Spring launch',
  promoCode: null,
  videoId: VIDEO.id,
  videoUrl: VIDEO.url,
  platform: 'youtube',
  value: 5,
  checkedAt: VIDEO.latestCheckedAt,
  sourceUrl: null,
  note: 'First day',
  screenshot: null,
  loggedBy: null,
  source: 'dashboard',
  evidence: null,
  editable: true,
  deletable: true,
  createdAt: VIDEO.createdAt,
  updatedAt: VIDEO.updatedAt,
  version: 1,
};
