import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

/** Tokens are named after the contents of the link. */
const [ZOE, DEAL, PROOF, PICTURES, LOCKED, UNKNOWN, ENDED] = ['z', 'd', 'p', 'i', 'l', 'u', 'e'].map((letter) =>
  letter.repeat(43),
) as [string, string, string, string, string, string, string];
const PASS = 's'.repeat(43);
const OWNER_ID = '018f0000-0000-7000-8000-0000000000aa';
const VIDEO = 'https://www.youtube.com/watch?v=abc123XYZ_0';

const viewLog = (videoUrl: string, value: number, at: string, screenshotId?: string) => ({
  videoUrl,
  value,
  checkedAt: new Date(at),
  screenshotId,
});

const screenshotIdOf = (index: number): string => `018f0000-0000-7000-8000-00000000000${index}`;

/** Two videos, logged on different days, one of them twice on its last. */
const PROOF_VIEW_LOGS = [
  viewLog(VIDEO, 3_000, '2026-11-02T09:00:00Z', screenshotIdOf(0)),
  viewLog(`${VIDEO}1`, 2_000, '2026-11-04T09:00:00Z'),
  viewLog(VIDEO, 8_000, '2026-11-08T09:00:00Z', screenshotIdOf(2)),
  viewLog(`${VIDEO}1`, 6_000, '2026-11-09T08:00:00Z'),
  viewLog(`${VIDEO}1`, 7_000, '2026-11-09T09:00:00Z'),
];

const FIELDS: Readonly<Record<string, object>> = {
  [ZOE]: {
    name: 'Zoë',
    handles: [
      { platform: 'youtube', handle: '@zoe', url: 'https://youtube.com/@zoe' },
      { platform: 'tiktok', handle: '<zoe>', url: null },
    ],
  },
  [PROOF]: { name: 'Proof', platform: 'YouTube', viewsTarget: 20_000, totalViews: 15_000 },
  [DEAL]: { name: 'Spring/launch', promoCode: 'SAVE20', price: 1_234_567.5, currency: 'EUR', notes: 'first\nsecond' },
};

const DEALS = [DEAL, PROOF];

const visibleIn = (token: string): string[] => {
  if (token === PICTURES) return ['name', 'screenshots'];
  if (token === PROOF) return ['name', 'videos', 'readings', 'screenshots'];
  return DEALS.includes(token) ? ['name', 'readings', 'linkClicks'] : ['name'];
};

let secondPlatform = 'youtube';

const proofVideos = () =>
  [VIDEO, `${VIDEO}1`].map((url, index) => ({
    url,
    platform: index === 0 ? 'youtube' : secondPlatform,
    title: index === 0 ? 'First <video>' : null,
    postDate: '2026-11-01',
    latestValue: index === 0 ? 8_000 : 7_000,
    latestCheckedAt: null,
  }));

/** A screenshot captured by the product, with the count from its page; one whose owner replaced the count; one of an earlier version. */
const SCREENSHOTS = [
  { grade: 'server_captured', viewsDetected: true, detectedViews: 12_300 },
  { grade: 'server_captured', viewsDetected: false, detectedViews: 9_999_999 },
  { grade: 'extension_captured', viewsDetected: false, detectedViews: null },
].map((shown, index) => ({
  screenshotId: screenshotIdOf(index),
  videoUrl: VIDEO,
  sourceUrl: index === 1 ? 'https://example.com/another' : VIDEO,
  showsAnotherPage: index === 1,
  ...shown,
}));

let gateway: TestGateway;
let opened = 0;
/** Whether identity hangs. */
let isAway = false;
/** Whether the owner has a logo. */
let hasLogo = false;
/** Error code of a link that was open before. */
let refusal = '';

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      externalShareVisits: {
        describeShare: async ({ token, viewingPass }) => {
          if (token === UNKNOWN) throw notFound('shared link');
          if (token === ENDED) throw AppError.restore({ kind: 'gone', code: refusal, message: 'Ask for a new one.' });
          const title = token === DEAL ? 'Spring/launch' : 'Zoë';
          const requiresPassword = token === LOCKED;
          if (viewingPass !== PASS) {
            return { entityType: 'deal', title, requiresPassword, hasPass: false, visibleFields: [], timeZone: '' };
          }
          const visibleFields = token === DEAL || token === PROOF ? ['name', 'readings'] : ['name'];
          const shown = { hasPass: true, promoCode: 'SAVE20', visibleFields, timeZone: 'Pacific/Kiritimati' };
          return { entityType: 'deal', title, requiresPassword, ...shown };
        },
        openShare: async ({ token, password, viewingPass }) => {
          if (token === LOCKED && viewingPass !== PASS && password !== 'open sesame') {
            throw appError('PASSWORD_REQUIRED', 'This link needs a password. Enter it.');
          }
          if (viewingPass !== PASS) opened += 1;
          return {
            entityType: DEALS.includes(token) ? 'deal' : 'influencer',
            title: DEALS.includes(token) ? 'Spring/launch' : 'Zoë',
            fieldsJson: JSON.stringify(FIELDS[token] ?? {}),
            videos: token === PROOF ? proofVideos() : [],
            visibleFields: visibleIn(token),
            viewingPass: PASS,
            timeZone: 'Pacific/Kiritimati',
            ownerId: OWNER_ID,
          };
        },
      },
      accounts: {
        getSenderName: async ({ userId }) => {
          if (userId !== OWNER_ID || isAway)
            throw AppError.restore({ kind: 'unavailable', code: 'UNAVAILABLE', message: 'Away.' });
          return { name: 'Maya <b>' };
        },
      },
      logos: {
        getSharedLogo: async ({ viewingPass }) => {
          if (viewingPass !== PASS) throw notFound('shared link');
          return { logo: hasLogo ? { updatedAt: new Date('2026-11-01T00:00:00Z') } : null };
        },
      },
      sharedClicks: {
        listSharedLinks: async () => ({ links: [{ shortUrl: 'https://go.example.com/spring', clicks: 1_200 }] }),
      },
      sharedScreenshots: {
        listSharedScreenshots: async () => ({ screenshots: SCREENSHOTS, totalSize: SCREENSHOTS.length }),
      },
      sharedViewLogs: {
        listSharedReadings: async ({ token }) => {
          const readings = token === PROOF ? PROOF_VIEW_LOGS : [viewLog(VIDEO, 12_345, '2026-11-09T10:00:00Z')];
          return { readings, totalSize: readings.length };
        },
      },
    },
  });
});

afterAll(() => gateway.stop());

/** Submits the form as a browser does, then opens the redirect with the cookie it got. */
async function openInBrowser(token: string, body = ''): Promise<{ sent: Response; page: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
  const sent = await gateway.fetch(`/s/${token}`, { method: 'POST', headers, body, redirect: 'manual' });
  const [cookie = ''] = (sent.headers.get('set-cookie') ?? '').split(';');
  const page = await gateway.fetch(sent.headers.get('location') ?? '', { headers: { cookie }, redirect: 'follow' });
  return { sent, page: await page.text() };
}

test.each(['', 'password=', 'password=a&password=b'])(
  'the form %p shows the page again, with its question',
  async (body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    const response = await gateway.fetch(`/s/${LOCKED}`, { method: 'POST', headers, body });

    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('name="password"');
  },
);

test('an opened link is viewed with the pass, so that a reload neither resends the form nor counts', async () => {
  const before = opened;

  const { sent, page } = await openInBrowser(LOCKED, 'password=open+sesame');

  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/s/${LOCKED}?opened`]);
  expect(page).toContain('<h1>Zoë</h1>');
  expect(page).not.toContain('<form');
  expect(opened - before).toBe(1);
});

test('a browser that keeps no cookie gets a message, and one that does returns to the original address', async () => {
  const without = await gateway.fetch(`/s/${LOCKED}?opened`);
  const cookie = `svc_view_${LOCKED.slice(0, 12)}=${PASS}`;
  const having = await gateway.fetch(`/s/${LOCKED}?opened`, { headers: { cookie }, redirect: 'manual' });

  expect(await without.text()).toContain('but your browser blocks them');
  expect([having.status, having.headers.get('location')]).toEqual([303, `/s/${LOCKED}`]);
});

test("a deal is shown in its owner's calendar and currency", async () => {
  const { page } = await openInBrowser(DEAL);

  expect(page).toContain('<title>Spring/launch [SAVE20] · Dealbridge</title>');
  expect(page).toContain('<td class="lines">€1,234,567.50</td>');
  expect(page).not.toContain('Currency');
  expect(page).toContain('<td class="lines">first\nsecond</td>');
  // Midnight in Kiritimati.
  expect(page).toContain('<td class="short">Nov 10, 2026</td><td class="number">12,345</td>');
  expect(page).toContain('Dates are in Pacific/Kiritimati.');
  expect(page).toContain('<th scope="col" class="number">Views</th>');
  expect(page).toContain('<td>https://go.example.com/spring</td><td class="number">1,200</td>');
  expect(page).toContain(`href="/api/public/shares/${DEAL}/readings.csv"`);
  expect(page.match(/<main[ >]/g)).toHaveLength(1);
});

test('progress is a bar, and the view logs are a picture with a sentence that says the same', async () => {
  const { page } = await openInBrowser(PROOF);

  expect(page).toContain('<progress max="20000" value="15000"');
  expect(page).toMatch(/15,000<\/strong> of 20,000 views, 75%/);
  expect(page).not.toContain('View target');
  expect(page.match(/<path class="part"/g)).toHaveLength(2);
  expect(page.match(/<path class="whole"/g)).toHaveLength(1);
  expect(page).toContain(
    '3,000 views on Nov 2, 2026, 15,000 on Nov 9, 2026. The target of 20,000 has not been reached yet.</figcaption>',
  );
  expect([...page.matchAll(/<text class="name[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
    'Total',
    'First &lt;video&gt;',
    'youtube.com/w…',
  ]);
  expect(page).toContain('<title>youtube.com/watch?v=abc123XYZ_01</title></path>');
});

test('the platform of the deal is shown unless a video is on another one', async () => {
  expect((await openInBrowser(PROOF)).page).toContain('<th scope="row">Platform</th>');

  secondPlatform = 'facebook';
  const { page } = await openInBrowser(PROOF).finally(() => (secondPlatform = 'youtube'));

  expect(page).toContain('<span class="soft">Facebook</span>');
  expect(page).not.toContain('<th scope="row">Platform</th>');
});

test('each video has its growth since the previous day and, beside the count, only its proof', async () => {
  const { page } = await openInBrowser(PROOF);
  const table = /<h2>Videos<\/h2>(.*?)<\/table>/s.exec(page)?.[1] ?? '';
  const [, first = '', second = ''] = table.split('<tr>').slice(1);

  expect(first).toContain(`>First &lt;video&gt;</a><br><span class="soft">YouTube</span>`);
  expect(first).toContain('<td class="short">Nov 1, 2026</td><td class="number">8,000</td>');
  expect(first).toContain('<td class="number">+5,000 since Nov 2</td>');
  expect(first).toMatch(
    /<img class="thumbnail" src="[^"]+000000000002\?size=160" alt="Screenshot of First &lt;video&gt;"/,
  );
  expect(second).toContain('>youtube.com/watch?v=abc123XYZ_01</a>');
  // Midnight in Kiritimati lies between its two view logs of one day in UTC.
  expect(second).toContain('<td class="number">+5,000 since Nov 4</td>');
  expect(second).not.toContain('<img');
  expect(page).toContain('<summary>All 5 view counts</summary>');
});

test('the sender of the link is named, if available', async () => {
  const { page } = await openInBrowser(DEAL);
  isAway = true;
  const { page: without } = await openInBrowser(DEAL).finally(() => (isAway = false));

  expect(page).toMatch(
    /Shared by <bdi>Maya &lt;b&gt;<\/bdi> · as of \w{3} \d{1,2}, \d{4} · latest count \w{3} \d{1,2}, \d{4}<\/p>/,
  );
  expect(without).toMatch(/<p class="soft">As of \w{3} /);
  expect(without).toContain('<td class="number">12,345</td>');
});

test("the sender's logo is shown beside the name, but not before the link is opened", async () => {
  hasLogo = true;
  try {
    const { page } = await openInBrowser(LOCKED, 'password=open+sesame');
    const closed = await gateway.fetch(`/s/${LOCKED}`);
    const question = await closed.text();

    expect(page).toContain(
      `<img class="logo" src="/api/public/shares/${LOCKED}/logo" alt="Maya &lt;b&gt;"><span>Shared by <bdi>Maya`,
    );
    expect(/<head>.*<\/head>/s.exec(page)?.[0]).not.toContain('/logo');
    expect(question).toContain('og:title');
    expect(question).not.toContain('logo"');
  } finally {
    hasLogo = false;
  }
  expect((await openInBrowser(LOCKED, 'password=open+sesame')).page).not.toContain('<img class="logo"');
});

test.each([
  ['SHARE_INACTIVE', 'This link is disabled'],
  ['SHARE_EXPIRED', 'This link has expired'],
  ['SHARE_EXHAUSTED', 'This link is used up'],
])('the page of a link with the error %s explains why it ended', async (code, title) => {
  refusal = code;
  const response = await gateway.fetch(`/s/${ENDED}`);

  expect(response.status).toBe(410);
  expect(await response.text()).toContain(`<h1>${title}</h1>`);
});

test('an influencer is shown with platform, name and link', async () => {
  const { page } = await openInBrowser(ZOE);

  expect(page).toContain(
    'youtube: <a href="https://youtube.com/@zoe" rel="noopener noreferrer nofollow">@zoe</a><br>tiktok: &lt;zoe&gt;<br>',
  );
  expect(page).not.toContain('&quot;handle&quot;');
});

test('a count that the owner entered is not shown as extracted, nor a picture as the extension’s', async () => {
  const { page } = await openInBrowser(PICTURES);

  const captions = [...page.matchAll(/<figcaption>(.*?)<br>/g)].map(([, caption]) => caption);
  expect(captions).toEqual([
    '12,300 views · Captured by our server',
    '9,999,999 views (stated by <bdi>Maya &lt;b&gt;</bdi>) · Captured by our server',
    'Uploaded by <bdi>Maya &lt;b&gt;</bdi>',
  ]);
  expect(page.match(/Shows another page:<\/strong> <a href="([^"]+)"/g)).toEqual([
    'Shows another page:</strong> <a href="https://example.com/another"',
  ]);
});

test('an unknown link has a page that says so', async () => {
  const response = await gateway.fetch(`/s/${UNKNOWN}`);

  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<h1>Link not found</h1>');
});

test("the view logs of an opened link are a file named after it, with days in the owner's time zone", async () => {
  const path = `/api/public/shares/${DEAL}/readings.csv`;
  const response = await gateway.fetch(path, { headers: { 'x-viewing-pass': PASS } });
  const bytes = Buffer.from(await response.arrayBuffer());

  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="Spring launch SAVE20 view counts.csv"',
  );
  expect(bytes.toString()).toBe(
    `\uFEFFurl,views,checkedAt,day\r\n${VIDEO},12345,2026-11-09T10:00:00.000Z,2026-11-10\r\n`,
  );
});

test('a link that shows no view logs has no file of them', async () => {
  const headers = { 'x-viewing-pass': PASS };
  const response = await gateway.fetch(`/api/public/shares/${ZOE}/readings.csv`, { headers });

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { message: 'This link shows no view logs.' } });
});

test('a visitor who has not opened the link is told to do so, rather than that it is missing', async () => {
  const response = await gateway.fetch(`/api/public/shares/${DEAL}/readings.csv`);

  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
});

test('a visitor with the pass sees that the link is open to them', async () => {
  const look = async (headers: Record<string, string>) =>
    (await gateway.fetch(`/api/public/shares/${DEAL}`, { headers })).json();

  expect(await look({ 'x-viewing-pass': PASS })).toEqual({
    entityType: 'deal',
    title: 'Spring/launch',
    requiresPassword: false,
    opened: true,
    state: 'open',
  });
  expect(await look({})).toMatchObject({ opened: false });
});
