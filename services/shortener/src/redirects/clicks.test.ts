import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { BOT, BROWSER } from '../clicks/testing/click-store.js';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
const agent = agentWith();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts({ countryHeader: 'x-country' });
});

afterAll(() => service?.stop());

async function createLink(): Promise<string> {
  return (await hosts.call('POST', '/links', { as: agent, body: { url: 'https://example.com/' } })).body.shortId;
}

const stats = async (shortId: string): Promise<object> =>
  (await hosts.call('GET', `/links/${shortId}/stats`, { as: agent })).body;

async function requestsByExclusion(shortId: string): Promise<object[]> {
  const { rows } = await service.pool.query<{ exclusion: string; requests: number }>(
    `select exclusion, sum(weight)::int as requests from shortener.clicks
      where link_id = (select id from shortener.links where short_id = $1) group by 1 order by 1`,
    [shortId],
  );
  return rows;
}

const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { 'user-agent': BROWSER, 'x-forwarded-for': address, ...headers },
});

test('clicks of people are counted, and requests of bots, HEAD and prefetches separately', async () => {
  const shortId = await createLink();
  const path = `/${shortId}`;

  await hosts.open(path, from('198.51.100.1'));
  await hosts.open(path, from('198.51.100.1'));
  await fetch(`${hosts.internalUrl}/r/${shortId}`, {
    redirect: 'manual',
    headers: { 'user-agent': BROWSER, 'svc-client-address': '198.51.100.2' },
  });
  await hosts.open(path, from('198.51.100.3', { 'user-agent': BOT }));
  await hosts.open(path, { ...from('198.51.100.4'), method: 'HEAD' });
  await hosts.open(path, from('198.51.100.5', { 'sec-purpose': 'prefetch;prerender' }));
  await hosts.open(path, from('198.51.100.6', { purpose: 'prefetch' }));

  await eventually(async () =>
    expect(await requestsByExclusion(shortId)).toEqual([
      { exclusion: '', requests: 3 },
      { exclusion: 'bot', requests: 1 },
      { exclusion: 'head', requests: 1 },
      { exclusion: 'prefetch', requests: 2 },
    ]),
  );
  expect(await stats(shortId)).toMatchObject({ clicks: 3, uniqueVisitors: 2, bots: 1 });
});

test('referrer and country are counted; the country only from a trusted proxy', async () => {
  const shortId = await createLink();
  const strict = await service.openHosts({ countryHeader: 'x-country', trustedProxies: '192.0.2.1' });

  await hosts.open(`/${shortId}`, from('198.51.100.1', { referer: 'https://www.example.org/x', 'x-country': 'de' }));
  await hosts.open(`/${shortId}`, from('198.51.100.2', { 'x-country': 'nonsense' }));
  await strict.open(`/${shortId}`, from('198.51.100.3', { 'x-country': 'FR' }));

  await eventually(async () =>
    expect(await stats(shortId)).toMatchObject({
      clicks: 3,
      byCountry: [
        { country: null, clicks: 2 },
        { country: 'DE', clicks: 1 },
      ],
    }),
  );
  expect(await stats(shortId)).toMatchObject({
    byReferrer: expect.arrayContaining([{ referrer: expect.stringContaining('example.org'), clicks: 1 }]),
  });
});

test('a request that opens nothing is not a click', async () => {
  const [off, counted] = await Promise.all([createLink(), createLink()]);
  await hosts.call('PATCH', `/links/${off}`, { as: agent, body: { isActive: false } });

  await hosts.open(`/${off}`, from('198.51.100.1'));
  await hosts.open(`/${counted}`, from('198.51.100.1'));

  await eventually(async () => expect(await stats(counted)).toMatchObject({ clicks: 1 }));
  expect(await stats(off)).toMatchObject({ clicks: 0, bots: 0 });
});

test('clicks still buffered when the host stops are counted', async () => {
  const shortId = await createLink();
  const other = await service.openHosts();

  await other.open(`/${shortId}`, from('198.51.100.1'));
  await other.stop();

  expect(await stats(shortId)).toMatchObject({ clicks: 1 });
});
