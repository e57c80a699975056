/** @lane waiting */
import { createServer, request as openRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import {
  begin,
  callTools,
  finish,
  type ModelServer,
  piece,
  say,
  startModelServer,
} from '@svc/copilot/testing/model-server';
import { requireHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import { Redis } from 'ioredis';
import { type OwnStack, startOwnStack } from '../own-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo, videoUrl } from '../system/answers.ts';
import {
  createOpenedLink,
  FROM_ANYWHERE,
  ownRedis,
  twoPixels,
  visit,
} from '../system/short-links/short-link-visits.ts';
import { type Collector, startCollector } from './collector.ts';
import { documentedMetrics } from './documented-metrics.ts';

/** Milliseconds until metrics must show a change: parts are checked every 15 s and then exported. */
const SEEN_WITHIN_MS = 180_000;
const LANE = `lane-${process.pid}`;
const CLICK_STREAM = `clicks-${process.pid}`;

let collector: Collector;
let stack: OwnStack;
let user: Session;
let redis: Redis;
let proxies: Record<'postgres' | 'redis' | 'objects', TcpProxy>;
let model: ModelServer;
let pages: { url: string; release: () => void; close: () => Promise<void> };

beforeAll(async () => {
  const { TEST_S3_ENDPOINT = '', TEST_S3_ACCESS_KEY, TEST_S3_SECRET_KEY } = process.env;
  const redisUrl = ownRedis(13);
  redis = new Redis(redisUrl);
  collector = await startCollector();
  pages = await startPages();
  model = await startModelServer();
  const models = ['failing', 'answering'].map((id) => ({ id, contextTokens: 65_536, supportsTools: true }));
  const [ofRedis, ofObjects] = [await createTcpProxy(redisUrl), await createTcpProxy(TEST_S3_ENDPOINT)];
  let ofPostgres: TcpProxy | undefined;
  stack = await startOwnStack('settings', {
    throughProxy: async (url) => (ofPostgres = await createTcpProxy(url)).through(url),
    environment: {
      ...FROM_ANYWHERE,
      ...collector.environment,
      REDIS_URL: ofRedis.through(redisUrl),
      CLICK_STREAM,
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: LANE, baseUrl: model.baseUrl, models }]),
      S3_ENDPOINT: ofObjects.through(TEST_S3_ENDPOINT),
      S3_ACCESS_KEY: TEST_S3_ACCESS_KEY,
      S3_SECRET_KEY: TEST_S3_SECRET_KEY,
      S3_BUCKET: `metrics-${process.pid}`,
      CHROMIUM_PATH: requireHeadlessShell(),
      CAPTURE_NO_SANDBOX: 'true',
      SVC_EGRESS_ALLOW: new URL(pages.url).host,
    },
  });
  proxies = { postgres: ofPostgres!, redis: ofRedis, objects: ofObjects };
  user = await stack.signUp();
});

afterAll(async () => {
  pages.release();
  await model.stop();
  await stack.stop();
  await redis.del(CLICK_STREAM, `${CLICK_STREAM}:rejected`);
  redis.disconnect();
  collector.stop();
  for (const each of [...Object.values(proxies), pages]) await each.close();
});

/** Serves a page at once, a missing page, and a page that waits for its release. */
async function startPages(): Promise<typeof pages> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(({ url }, response) => {
    response.writeHead(url === '/gone' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    void (url === '/slow' ? released : Promise.resolve()).then(() => response.end('<h1>A page</h1>'));
  });
  const { port, close } = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}`, release, close };
}

/** Sends the headers of an upload without its body, until aborted. */
function announceUpload(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const upload = openRequest(url, { method: 'POST', headers, signal }, (response) => response.resume());
    upload.on('error', () => resolve()).on('close', () => resolve());
    upload.flushHeaders();
  });
}

/** Waits until the sum over the series with these attributes satisfies `judge`. */
async function seen(
  service: string,
  name: string,
  attributes: Readonly<Record<string, string>>,
  judge: (value: number) => boolean,
): Promise<void> {
  await eventually(() => {
    const value = collector.valueOf(service, name, attributes);
    const exported = collector.series().filter((series) => series.service === service && series.name === name);
    // A failure shows what was exported instead.
    const shown = { service, name, attributes, value, exported: exported.map((each) => [each.attributes, each.value]) };
    expect({ ...shown, isSeen: value !== undefined && judge(value) }).toEqual({ ...shown, isSeen: true });
  }, SEEN_WITHIN_MS);
}

const some = (value: number): boolean => value > 0;
const none = (value: number): boolean => value === 0;
const exactly = (expected: number) => (value: number) => value === expected;

test('rate, errors and duration of requests and calls are measured by operation and method', async () => {
  await user.post('/api/deals/bulk-import/process', {
    postDate: daysAgo(2),
    collections: [{ promoCode: 'METRICS', urls: [videoUrl(1)] }],
  });
  expect((await user.get('/api/deals/due-views')).status).toBe(200);
  expect((await user.get('/api/deals/00000000-0000-4000-8000-000000000000')).status).toBe(404);

  const ofDueViews = { 'svc.operation': 'deals.due_views', 'http.response.status_code': '200' };
  await seen('gateway', 'http.server.request.duration', ofDueViews, some);
  await seen('gateway', 'http.server.request.duration', { 'http.response.status_code': '404' }, some);
  const method = { 'rpc.method': 'svc.viewcheck.v1.DueViewService/ListDueViews', 'rpc.response.status_code': 'OK' };
  await seen('gateway', 'rpc.client.call.duration', { ...method, 'server.address': 'viewcheck' }, some);
  await seen('viewcheck', 'rpc.server.call.duration', method, some);
  await seen('deal', 'rpc.server.call.duration', { 'error.type': 'NOT_FOUND' }, some);
});

/** Asks the copilot in a new conversation for a complete answer. */
async function askCopilot(model: string): Promise<{ readonly status: number }> {
  await user.post('/api/copilot/consent', { scope: 'free', version: '2026-01', granted: true });
  await user.put('/api/copilot/config', { model: `${LANE}|${model}` });
  const { body } = await user.post<{ id: string }>('/api/copilot/conversations', {});
  const message = { text: 'What is due?' };
  return user.post(`/api/copilot/conversations/${body.id}/messages`, message, {
    headers: { Accept: 'application/json' },
  });
}

test("the copilot's active turns, followers, outcomes and tool calls are measured", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  model.answer(async ({ body: { messages } }, response) => {
    if (messages.at(-1)?.role !== 'tool') {
      const missing = JSON.stringify({ dealId: '00000000-0000-4000-8000-000000000000' });
      callTools(
        response,
        { id: '1', name: 'deals_due_views', arguments: '{}' },
        { id: '2', name: 'deals_get', arguments: missing },
      );
      return;
    }
    begin(response);
    piece(response, 'Nothing');
    await released;
    finish(response);
  });
  const answer = askCopilot('answering');

  await seen('copilot', 'svc.copilot.turns.active', {}, exactly(1));
  await seen('copilot', 'svc.copilot.followers', {}, exactly(1));
  release();
  expect((await answer).status).toBe(200);
  model.answer((_call, response) => void response.writeHead(400).end());
  expect((await askCopilot('answering')).status).toBe(502);

  await seen('copilot', 'svc.copilot.turns', { 'svc.copilot.outcome': 'completed' }, exactly(1));
  await seen('copilot', 'svc.copilot.turns', { 'svc.copilot.outcome': 'PROVIDER_BAD_REQUEST' }, exactly(1));
  await seen('copilot', 'svc.copilot.turns', { 'svc.copilot.outcome': 'stopped' }, none);
  await seen('copilot', 'svc.copilot.tool_calls', { 'svc.copilot.tool_call.status': 'done' }, exactly(1));
  await seen('copilot', 'svc.copilot.tool_calls', { 'svc.copilot.tool_call.status': 'failed' }, exactly(1));
  await seen('copilot', 'svc.copilot.turns.active', {}, none);
  await seen('copilot', 'svc.copilot.followers', {}, none);
});

test('model calls, their faults, cooldowns and failovers are measured', async () => {
  const answering = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'answering' };
  const before = collector.valueOf('copilot', 'gen_ai.client.operation.time_to_first_chunk', answering) ?? 0;
  model.answer(({ body }, response) =>
    body.model === 'failing' ? void response.writeHead(503).end() : say(response, 'Nothing is due.'),
  );
  expect((await askCopilot('failing')).status).toBe(200);

  const failing = { 'gen_ai.provider.name': LANE, 'gen_ai.request.model': 'failing', 'error.type': 'upstream' };
  const oneMore = exactly(before + 1);
  await seen('copilot', 'gen_ai.client.operation.duration', failing, exactly(1));
  await seen('copilot', 'gen_ai.client.operation.duration', { ...answering, 'error.type': 'request' }, exactly(1));
  await seen('copilot', 'gen_ai.client.operation.time_to_first_chunk', answering, oneMore);
  await seen('copilot', 'gen_ai.client.token.usage', { ...answering, 'gen_ai.token.type': 'output' }, oneMore);
  await seen('copilot', 'svc.copilot.cooldowns', { 'svc.copilot.fault': 'upstream' }, exactly(1));
  await seen('copilot', 'svc.copilot.failovers', { 'svc.copilot.fault': 'upstream' }, exactly(1));
  await seen('copilot', 'svc.copilot.models.available', {}, exactly(1));
  await seen('copilot', 'svc.copilot.mcp_servers', { 'svc.copilot.status': 'ready' }, none);
});

test('redirects are measured by outcome, and the link cache by hits and misses', async () => {
  const link = await createOpenedLink(user);
  await visit(link.shortUrl);
  await visit(`${stack.shortenerUrl}/never-made`);

  await seen('shortener', 'svc.redirects', { 'svc.redirect.outcome': 'redirected' }, some);
  await seen('shortener', 'svc.redirects', { 'svc.redirect.outcome': 'unknown' }, some);
  await seen('shortener', 'svc.redirects', { 'svc.redirect.outcome': 'unavailable' }, none);
  await seen('shortener', 'svc.link_cache.lookups', { 'svc.link_cache.result': 'hit' }, some);
  await seen('shortener', 'svc.link_cache.lookups', { 'svc.link_cache.result': 'miss' }, some);
});

test('the delay of stored clicks and rejected clicks are measured', async () => {
  await createOpenedLink(user);
  await seen('click-consumer', 'svc.clicks.delay', {}, some);
  await seen('shortener', 'svc.clicks.kept', {}, none);
  await seen('click-consumer', 'svc.clicks.stream.lag', {}, none);
  await seen('click-consumer', 'svc.clicks.stream.rejected', {}, none);

  await redis.xadd(CLICK_STREAM, '*', 'events', 'not json');

  await seen('click-consumer', 'svc.clicks.stream.rejected', {}, exactly(1));
});

/** Asks for a capture, again while the service sheds load. */
function capture(path: string): Promise<{ readonly status: number }> {
  return eventually(async () => {
    const answer = await user.post('/api/screenshots/capture', { sourceUrl: `${pages.url}${path}`, delayMs: 0 });
    expect(answer.status).not.toBe(503);
    return answer;
  });
}

test('captures are measured by outcome, waiting captures by number and age, refusals by reason', async () => {
  await Promise.all([capture('/'), capture('/gone')]);
  await seen('screenshot', 'svc.captures.ended', { 'svc.capture.outcome': 'captured' }, exactly(1));
  await seen('screenshot', 'svc.captures.ended', { 'svc.capture.outcome': 'http_error' }, exactly(1));
  await seen('screenshot', 'svc.objects.operation.duration', { 'svc.objects.operation': 'put' }, some);

  // Two are in progress and five may wait.
  const asked = Array.from({ length: 9 }, () => capture('/slow'));

  await seen('screenshot', 'svc.captures.refused', { 'svc.capture.refusal': 'too_many_of_user' }, some);
  await seen('screenshot', 'svc.captures.waiting', {}, some);
  await seen('screenshot', 'svc.captures.oldest_waiting.age', {}, some);
  pages.release();
  expect((await Promise.all(asked)).map(({ status }) => status)).toContain(429);
  await seen('screenshot', 'svc.captures.waiting', {}, none);
});

test('image bodies are measured as admitted or refused', async () => {
  const image = twoPixels().toString('base64');
  expect((await user.post('/api/shorten/photos', { image })).status).toBe(201);
  await seen('shortener', 'svc.images.bodies', { 'svc.images.admission': 'admitted' }, some);
  await seen('shortener', 'svc.images.bodies', { 'svc.images.admission': 'refused' }, none);

  // Announces more large images than the queue has places, without sending any.
  const users = [user, await stack.signUp(), await stack.signUp()];
  const aborters = Array.from({ length: 60 }, () => new AbortController());
  const uploads = aborters.map(({ signal }, index) => {
    const { token } = users[index % users.length] ?? user;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': '40000000' };
    return announceUpload(`${stack.gatewayUrl}/api/shorten/photos`, headers, signal);
  });

  await seen('shortener', 'svc.images.bodies', { 'svc.images.admission': 'refused' }, some);
  for (const aborter of aborters) aborter.abort();
  await Promise.all(uploads);
});

test('outbox messages are measured while they wait', async () => {
  // A purge is repeated after five minutes, so its message waits until then.
  const leaving = await stack.signUp();
  expect((await leaving.delete('/api/auth/account', { body: { password: leaving.password } })).status).toBe(204);

  const toDeal = { 'svc.outbox.destination': 'deal' };
  await seen('identity', 'svc.outbox.messages', toDeal, some);
  await seen('identity', 'svc.outbox.oldest_message.age', toDeal, some);
  await seen('identity', 'svc.outbox.messages.poisoned', toDeal, none);
});

test('without Redis, limits counted by a single process are measured', async () => {
  const alone = ['identity', 'svc.limits.counted_alone', { 'svc.limit.name': 'identity:sign-in' }] as const;
  await seen(...alone, (count) => count >= 0);
  const before = collector.valueOf(...alone) ?? 0;

  proxies.redis.cut();
  await stack.anyone.post('/api/auth/login', { email: user.email, password: 'not the password' });

  await seen(...alone, (count) => count > before);
  proxies.redis.restore();
});

test('the loss of each dependency shows in the metrics of the processes that need it', async () => {
  const link = await createOpenedLink(user);
  for (const part of ['database', 'redis', 'objects'])
    await seen('shortener', 'svc.part.up', { 'svc.part.name': part }, exactly(1));
  await seen('shortener', 'svc.listener.deaf', { 'svc.listener.channel': 'short_links' }, none);
  await seen('shortener', 'svc.redirects.slow', { 'svc.redirect.outcome': 'unavailable' }, none);

  proxies.postgres.silence();
  await eventually(async () => {
    // A cached link opens, and its click waits in Redis for Postgres.
    expect((await visit(link.shortUrl)).status).toBe(302);
    expect(collector.valueOf('click-consumer', 'svc.clicks.stream.lag')).toBeGreaterThan(0);
    expect(collector.valueOf('click-consumer', 'svc.clicks.stream.length')).toBeGreaterThan(0);
  }, SEEN_WITHIN_MS);
  proxies.redis.cut();
  await eventually(async () => {
    expect((await visit(link.shortUrl)).status).toBe(302);
    expect(collector.valueOf('shortener', 'svc.clicks.kept')).toBeGreaterThan(0);
  }, SEEN_WITHIN_MS);
  expect((await visit(`${stack.shortenerUrl}/another-never-made`)).status).toBe(503);
  proxies.objects.cut();

  await seen('shortener', 'svc.redirects', { 'svc.redirect.outcome': 'unavailable' }, some);
  await seen('shortener', 'svc.listener.deaf', { 'svc.listener.channel': 'short_links' }, exactly(1));
  for (const part of ['database', 'redis', 'objects'])
    await seen('shortener', 'svc.part.up', { 'svc.part.name': part }, none);
  await seen('click-consumer', 'svc.part.up', { 'svc.part.name': 'redis' }, none);
  await seen('shortener', 'svc.objects.operation.duration', { 'error.type': '_OTHER' }, some);

  for (const proxy of Object.values(proxies)) proxy.restore();
  for (const part of ['database', 'redis', 'objects'])
    await seen('shortener', 'svc.part.up', { 'svc.part.name': part }, exactly(1));
  await seen('shortener', 'svc.clicks.kept', {}, none);
});

test('exported metrics and attributes are exactly the documented ones', () => {
  const sent = new Map<string, { unit: string; kind: string; attributes: Set<string> }>();
  for (const { name, unit, kind, attributes } of collector.series()) {
    const known = sent.get(name) ?? { unit, kind, attributes: new Set() };
    sent.set(name, known);
    for (const key of Object.keys(attributes)) known.attributes.add(key);
  }
  const asSent = [...sent].map(([name, { attributes, ...rest }]) => {
    return { name, ...rest, attributes: [...attributes].toSorted() };
  });

  expect(asSent.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
    documentedMetrics().map(({ name, unit, kind, attributes }) => ({ name, unit, kind, attributes })),
  );
});

test('no metric attribute identifies a user, an address or a row', () => {
  const everything = JSON.stringify(collector.series().map(({ attributes }) => attributes));

  for (const secret of [user.email, user.userId, user.token, '127.0.0.1', '10.'])
    expect(everything).not.toContain(secret);
  expect(everything).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});
