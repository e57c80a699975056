import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import { type Collector, type Span, startCollector } from '../../telemetry/collector.ts';
import { daysAgo, videoUrl } from '../answers.ts';
import {
  approve,
  askForApproval,
  createLink,
  hostApi,
  ownRedis,
  redeem,
  twoPixels,
  visit,
} from '../short-links/short-link-visits.ts';

let collector: Collector;
let stack: OwnStack;

beforeAll(async () => {
  collector = await startCollector();
  const { TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY, TEST_S3_SECRET_KEY } = process.env;
  stack = await startOwnStack('settings', {
    without: ['copilot'],
    environment: {
      S3_ENDPOINT: TEST_S3_ENDPOINT,
      S3_ACCESS_KEY: TEST_S3_ACCESS_KEY,
      S3_SECRET_KEY: TEST_S3_SECRET_KEY,
      S3_BUCKET: `trace-${process.pid}`,
      REDIS_URL: ownRedis(14),
      ...collector.environment,
    },
  });
});

afterAll(async () => {
  await stack.stop();
  collector.stop();
});

/** Names of the spans from the root of the trace down to this one. */
function pathTo(span: Span): string[] {
  const parent = collector.spans.find(
    ({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId,
  );
  return [...(parent ? pathTo(parent) : []), `${span.service}: ${span.name}`];
}

test('one request is one trace from the gateway through viewcheck and deal down to SQL', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/deals/bulk-import/process', {
    postDate: daysAgo(2),
    collections: [{ promoCode: 'TRACE', urls: [videoUrl(1)] }],
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';

  const answer = await manager.get('/api/deals/due-views', {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });

  expect(answer.status).toBe(200);
  const sql = await eventually(() => {
    const found = collector.spans.find(
      (span) => span.traceId === traceId && span.service === 'deal' && span.name.startsWith('SELECT'),
    );
    expect(found).toBeDefined();
    return found!;
  });
  await eventually(() => {
    expect(pathTo(sql).slice(0, -1)).toEqual([
      'gateway: deals.due_views',
      'gateway: svc.viewcheck.v1.DueViewService/ListDueViews',
      'viewcheck: svc.viewcheck.v1.DueViewService/ListDueViews',
      'viewcheck: svc.deal.v1.VideoDirectoryService/ListDueVideos',
      'deal: svc.deal.v1.VideoDirectoryService/ListDueVideos',
    ]);
  });
});

test('making a short link is one trace from the gateway through the shortener down to SQL', async () => {
  const manager = await stack.signUp();
  const traceId = 'a3ce929d0e0e47364bf92f3577b34da6';

  const answer = await manager.post(
    '/api/shorten',
    { url: 'https://example.com/' },
    { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } },
  );

  expect(answer.status).toBe(201);
  const sql = await eventually(() => {
    const found = collector.spans.find(
      (span) => span.traceId === traceId && span.service === 'shortener' && span.name.startsWith('INSERT'),
    );
    expect(found).toBeDefined();
    return found!;
  });
  await eventually(() => {
    expect(pathTo(sql).slice(0, -1)).toEqual([
      'gateway: short_links.create',
      'gateway: svc.shortener.v1.ShortLinkService/CreateShortLink',
      'shortener: svc.shortener.v1.ShortLinkService/CreateShortLink',
    ]);
  });
});

test('uploads and guest calls forwarded to the shortener are in the same trace', async () => {
  const manager = await stack.signUp();
  const uploadTraceId = 'd0e0e47364bf92f3577b34da6a3ce929';
  const guestTraceId = '7b34da6a3ce929d0e0e47364bf92f357';
  const traced = (traceId: string) => ({ headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });

  const image = twoPixels().toString('base64');
  const upload = await manager.post('/api/shorten/photos', { image }, traced(uploadTraceId));
  const guest = await stack.anyone.post(
    '/api/shortener/v1/links',
    { url: 'https://example.com/' },
    traced(guestTraceId),
  );

  expect([upload.status, guest.status]).toEqual([201, 201]);
  await eventually(() => {
    for (const traceId of [uploadTraceId, guestTraceId]) {
      const services = collector.spans.filter((span) => span.traceId === traceId).map(({ service }) => service);
      expect(services).toEqual(expect.arrayContaining(['gateway', 'shortener']));
    }
  });
});

test('creating a screenshot with a short link is one trace, including object store and shortener', async () => {
  const manager = await stack.signUp();
  const traceId = '929d0e0e47364bf92f3577b34da6a3ce';
  const sourceUrl = 'https://example.com/a-page-that-no-trace-may-hold';

  const sent = await manager.post<{ shortUrl: string; image: { sha256: string } }>(
    '/api/screenshots',
    { image: twoPixels().toString('base64'), sourceUrl, createShortLink: true },
    { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } },
  );

  expect(sent.status).toBe(201);
  await eventually(() => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const insert = spans.find(({ service, name }) => service === 'screenshot' && name.startsWith('INSERT'));
    const put = spans.find(({ service, name }) => service === 'screenshot' && name.startsWith('S3'));
    const link = spans.find(({ service, name }) => service === 'shortener' && name.startsWith('INSERT'));
    for (const span of [insert, put]) {
      expect(span && pathTo(span).slice(0, 2)).toEqual(['gateway: screenshots.create', expect.any(String)]);
    }
    expect(link && pathTo(link)[0]).toBe('gateway: screenshots.create');
  });
  const everything = JSON.stringify(collector.spans);
  for (const secret of [sourceUrl, sent.body.shortUrl, sent.body.image.sha256])
    expect(everything).not.toContain(secret);
});

test('the root span has operation, tier and a user pseudonym, and no span holds secrets or values', async () => {
  const manager = await stack.signUp();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const secretName = 'A name that no trace may hold';

  await manager.post(
    '/api/deals',
    { name: secretName },
    { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } },
  );

  const root = await eventually(() => {
    const found = collector.spans.find((span) => span.traceId === traceId && span.name === 'deals.create');
    expect(found).toBeDefined();
    return found!;
  });
  const attributes = Object.fromEntries(root.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  expect(attributes).toMatchObject({
    'svc.operation': 'deals.create',
    'svc.tier': 2,
    'http.route': '/api/deals',
    'enduser.id': expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  const everything = JSON.stringify(collector.spans);
  for (const secret of [manager.email, manager.token, manager.userId, secretName])
    expect(everything).not.toContain(secret);
});

test('log lines carry the trace and no secrets', async () => {
  const { readFileSync } = await import('node:fs');
  const manager = await stack.signUp();
  const traceId = '80f198ee56343ba864fe8b2a57d3eff7';
  await manager.get('/api/deals', { headers: { traceparent: `00-${traceId}-e457b5a2e4d86bd1-01` } });

  const logs = await eventually(() => {
    const text = (['gateway', 'deal'] as const).map((name) => readFileSync(stack.logFile(name), 'utf8'));
    for (const log of text) expect(log).toContain(traceId);
    return text.join('\n') + readFileSync(stack.logFile('identity'), 'utf8');
  });
  for (const secret of [manager.email, manager.token, manager.password]) expect(logs).not.toContain(secret);
});

test("no log or span holds the target or slug of a short link, its visitors, or an agent's credentials", async () => {
  const { readFileSync } = await import('node:fs');
  const manager = await stack.signUp();
  const target = 'https://example.com/a-page-that-no-log-may-hold';
  const traceId = '36344bf92f3577b34da6a3ce929d0e0e';
  const link = await createLink(manager, { url: target, slug: 'a-slug-that-no-log-may-hold' });
  const code = await askForApproval(stack.shortenerUrl);
  await approve(manager, code.userCode);
  const { access_token: agentToken = '' } = (await redeem(stack.shortenerUrl, code)).body;
  const traced = { headers: { traceparent: `00-${traceId}-e457b5a2e4d86bd1-01` } };

  const opened = await visit(link.shortUrl, { referer: 'https://referrer.example/' });
  const listed = await hostApi(stack.gatewayUrl, agentToken)('GET', '/links', traced);

  expect([opened.location, listed.status]).toEqual([target, 200]);
  const logs = await eventually(() => {
    const text = (['gateway', 'shortener'] as const).map((name) => readFileSync(stack.logFile(name), 'utf8'));
    for (const log of text) expect(log).toContain(traceId);
    return text.join('\n') + readFileSync(stack.logFile('identity'), 'utf8');
  });
  const everything = logs + JSON.stringify(collector.spans);
  const ofAgent = [agentToken, code.deviceCode, code.userCode];
  for (const secret of [target, link.shortId, 'referrer.example', manager.email, manager.token, ...ofAgent])
    expect(everything).not.toContain(secret);
});
