/** @lane waiting */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { callTools, type ModelServer, say, startModelServer } from '@svc/copilot/testing/model-server';
import { callApi } from '@svc/scripts/stack/http';
import { PROCESS_NAMES } from '@svc/topology/processes';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import { type RedisServer, startRedisServer } from '../../stores/redis.ts';
import type { AnswerOf, ErrorAnswer } from '../answers.ts';
import { openStream, wholeOf } from '../copilot/copilot-talk.ts';
import { createScreenshot, dealWithVideo, pixel } from '../screenshots/screenshots.ts';
import {
  countClicks,
  createLink,
  createOpenedLink,
  FROM_ANYWHERE,
  hostApi,
  type Link,
  newSlug,
  twoPixels,
  visit,
} from '../short-links/short-link-visits.ts';
import { whileFrozen } from './freeze.ts';

let folder: string;
let redis: RedisServer;
let objects: TcpProxy;
let model: ModelServer;
let stack: OwnStack;
let user: Session;
let dealId: string;
let known: Link;
let pids: (number | undefined)[];

beforeAll(async () => {
  folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? '', 'hangs-'));
  redis = await startRedisServer(folder);
  model = await startModelServer();
  const models = [{ id: 'model-a', contextTokens: 8_192, supportsTools: true }];
  const { TEST_S3_ENDPOINT = '', TEST_S3_ACCESS_KEY, TEST_S3_SECRET_KEY } = process.env;
  objects = await createTcpProxy(TEST_S3_ENDPOINT);
  stack = await startOwnStack('kills', {
    ownPostgres: true,
    // Hides any installed browser from screenshot.
    serviceEnvironment: { screenshot: { PATH: '', CHROMIUM_PATH: undefined } },
    environment: {
      ...FROM_ANYWHERE,
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'main', baseUrl: model.baseUrl, models }]),
      REDIS_URL: redis.url,
      S3_ENDPOINT: objects.through(TEST_S3_ENDPOINT),
      S3_ACCESS_KEY: TEST_S3_ACCESS_KEY,
      S3_SECRET_KEY: TEST_S3_SECRET_KEY,
      S3_BUCKET: `hangs-${process.pid}`,
    },
  });
  user = await stack.signUp();
  ({ id: dealId } = (await user.post<{ id: string }>('/api/deals', { name: 'Deal' })).body);
  known = await createOpenedLink(user);
  pids = processIds();
});

afterEach(() => stack.waitUntilReady());

afterAll(async () => {
  await stack.stop();
  await objects.close();
  await model.stop();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

function processIds(): (number | undefined)[] {
  return PROCESS_NAMES.map((name) => stack.pid(name));
}

/** Status of the answer, and whether it has Retry-After. */
async function outcome(path: string, method = 'GET', body?: unknown): Promise<string> {
  const answer = await callApi<unknown>(stack.gatewayUrl, method, path, { token: user.token, body });
  return `${answer.status}${answer.headers.has('retry-after') ? ' Retry-After' : ''}`;
}

/** Retries, because a service that takes a second to answer, as on a busy machine, counts as failing until the next check. */
function expectReadiness(expected: { status?: number; checks?: Record<string, string> }): Promise<void> {
  return eventually(async () => {
    const { status, body } = await stack.anyone.get<{ checks: Record<string, { status: string }> }>('/api/readiness');
    const checks = Object.fromEntries(Object.entries(body.checks).map(([name, check]) => [name, check.status]));
    expect({ status, checks }).toMatchObject(expected);
  });
}

const REFUSED = '503 Retry-After';

test('without Chromium: only captures are unavailable, and readiness does not change', async () => {
  const capture = await user.post<ErrorAnswer>('/api/screenshots/capture', { sourceUrl: 'https://example.com/' });
  const upload = await user.post('/api/screenshots', { image: twoPixels().toString('base64') });
  const ready = await stack.anyone.get<{ status: string }>('/api/readiness');

  expect([capture.status, capture.body.error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(upload.status).toBe(201);
  expect([ready.status, ready.body.status]).toEqual([200, 'ready']);
  expect(JSON.stringify(ready.body)).not.toContain('degraded');
});

test('Postgres: requests that need it are refused, known links open, and recovery needs no restart', async () => {
  await whileFrozen(stack.pid('postgres'), async () => {
    const underWay = await Promise.all([
      outcome(`/api/deals/${dealId}`),
      outcome('/api/deals'),
      outcome('/api/deals/due-views'),
      outcome('/api/tasks', 'POST', { title: 'Task' }),
    ]);
    const later = await Promise.all([outcome('/api/deals'), outcome('/api/tasks', 'POST', { title: 'Task' })]);

    expect([...underWay, ...later]).toEqual(Array.from({ length: 6 }, () => REFUSED));
    await expectReadiness({ status: 503 });
    expect((await visit(known.shortUrl)).status).toBe(302);
  });

  await eventually(async () => expect(await outcome('/api/deals')).toBe('200'));
  expect(processIds()).toEqual(pids);
  await eventually(async () => expect(await countClicks(user, known)).toBe(2));
});

test('identity: callers are refused, short links open', async () => {
  await whileFrozen(stack.pid('identity'), async () => {
    expect(await outcome('/api/teams')).toBe(REFUSED);
    await expectReadiness({ checks: { identity: 'failing', deal: 'ok' } });
    expect((await visit(known.shortUrl)).status).toBe(302);
  });
  await eventually(async () => expect(await outcome('/api/teams')).toBe('200'));
});

test('identity: a running turn ends with a code, changes nothing, and can be retried', async () => {
  await user.post('/api/copilot/consent', { scope: 'free', version: '2026-01', granted: true });
  const { id } = (await user.post<{ id: string }>('/api/copilot/conversations', {})).body;
  const open = (action: string, body: object) =>
    openStream(stack.gatewayUrl, 'POST', `/api/copilot/conversations/${id}/${action}`, { token: user.token, body });
  const [asked, frozen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  model.answer(async (_call, response) => {
    asked.resolve();
    await frozen.promise;
    callTools(response, { id: 'call', name: 'tasks_create', arguments: JSON.stringify({ title: 'Never' }) });
  });
  const answer = await open('messages', { text: 'Add a task.' });
  await asked.promise;
  const told = await whileFrozen(stack.pid('identity'), async () => {
    frozen.resolve();
    return wholeOf(answer);
  });

  expect(told.events).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ code: 'SIGN_IN_UNCHECKED' }) }),
  );
  await eventually(async () => expect(await outcome('/api/teams')).toBe('200'));
  const { items } = (await user.get<AnswerOf<'tasks.list'>>('/api/tasks')).body;
  expect(items.map(({ title }) => title)).not.toContain('Never');
  model.answer((_call, response) => say(response, 'Made.'));
  // Copilot takes a moment to notice that identity answers again.
  await eventually(async () => {
    const retried = await open('retry', {});
    await wholeOf(retried);
    expect(retried.said()).toBe('Made.');
  });
});

test('deal: reads are refused, a write times out with an unknown outcome, other services keep working', async () => {
  await whileFrozen(stack.pid('deal'), async () => {
    const [read, write] = await Promise.all([
      outcome(`/api/deals/${dealId}`),
      outcome('/api/contacts', 'POST', { name: 'Contact' }),
    ]);
    expect([read, write]).toEqual([REFUSED, '504']);
    expect(await outcome('/api/contacts', 'POST', { name: 'Contact' })).toBe(REFUSED);
    expect(await outcome('/api/teams')).toBe('200');
    await expectReadiness({ checks: { deal: 'failing', identity: 'ok', viewcheck: 'ok' } });
  });
  await eventually(async () => expect(await outcome(`/api/deals/${dealId}`)).toBe('200'));
});

test('viewcheck: due views and view logs are refused, deals keep working', async () => {
  await whileFrozen(stack.pid('viewcheck'), async () => {
    expect(await outcome('/api/deals/due-views')).toBe(REFUSED);
    expect(await outcome('/api/deals/view-logs')).toBe(REFUSED);
    expect(await outcome('/api/deals')).toBe('200');
  });
  await eventually(async () => expect(await outcome('/api/deals/due-views')).toBe('200'));
});

test('shortener: short links are refused, deals keep working, readiness is degraded', async () => {
  await whileFrozen(stack.pid('shortener'), async () => {
    expect(await outcome('/api/shorten')).toBe(REFUSED);
    expect((await visit(`${stack.gatewayUrl}/r/${known.shortId}`)).status).toBe(503);
    expect(await outcome('/api/deals')).toBe('200');
    await expectReadiness({ status: 200, checks: { shortener: 'degraded', deal: 'ok' } });
  });
  await eventually(async () => expect(await outcome('/api/shorten')).toBe('200'));
});

test('screenshot: due views lack screenshots and report that, and screenshots are refused', async () => {
  const { screenshotId, imageUrl } = await createScreenshot(user, pixel(1));
  const due = await dealWithVideo(user, 1);
  await whileFrozen(stack.pid('screenshot'), async () => {
    const path = '/api/deals/due-views?includeScreenshots=true';
    const [checks, picture, upload] = await Promise.all([
      user.get<AnswerOf<'deals.due_views'>>(path),
      outcome(imageUrl ?? ''),
      outcome(`/api/screenshots/${screenshotId}/link`, 'POST', due),
    ]);
    expect(checks.body.degraded).toEqual(['screenshots']);
    expect(checks.body.items.map(({ videoId }) => videoId)).toContain(due.videoId);
    expect([picture, upload]).toEqual([REFUSED, '504']);
    expect(await outcome('/api/screenshots')).toBe(REFUSED);
    expect(await outcome('/api/deals')).toBe('200');
    await expectReadiness({ status: 200, checks: { screenshot: 'degraded', viewcheck: 'ok' } });
  });
  await eventually(async () => expect(await outcome(imageUrl ?? '')).toBe('200'));
});

test('search: a hung or stopped service is named, and the others answer in time', async () => {
  const finder = await stack.signUp();
  const { dealId: id, videoId } = await dealWithVideo(finder, 1);
  await finder.patch(`/api/deals/${id}`, { notes: 'zebra' });
  await finder.post(`/api/deals/${id}/views`, { videoId, value: 5, note: 'The zebra was counted' });
  await finder.post('/api/contacts', { name: 'Zebra Jones' });
  await finder.post('/api/influencers', { name: 'The zebra' });
  await finder.post('/api/shorten', { url: 'https://example.com/', title: 'Zebra' });
  await finder.post('/api/memory', { content: 'Likes every zebra.' });
  await finder.patch(`/api/screenshots/${(await createScreenshot(finder, pixel(7))).screenshotId}`, { note: 'Zebra' });
  const search = (query: string) => finder.get<AnswerOf<'context.search'>>(`/api/context/search?${query}`);
  // A service that takes 0.8 s to answer, as on a busy machine, is named too, until the next search.
  await eventually(async () => expect((await search('q=zebra')).body).toMatchObject({ degraded: [], total: 7 }));
  await whileFrozen(stack.pid('screenshot'), () =>
    eventually(async () => {
      const { status, body } = await search('q=zebra');
      expect([status, body.degraded, body.total]).toEqual([200, ['screenshots'], 6]);
    }),
  );

  await stack.stopService('copilot');
  await stack.stopService('shortener');
  await eventually(async () => {
    const { status, body } = await search('q=zebra&types=deals,short_links,memory');
    expect([status, body.degraded, body.counts]).toEqual([200, ['short_links', 'memory'], { deals: 1 }]);
  });
  await Promise.all([stack.startService('copilot'), stack.startService('shortener')]);
  await stack.waitUntilReady();
  await eventually(async () => expect((await search('q=zebra')).body.degraded).toEqual([]));
});

test('click consumer: links open, and their clicks are counted once it resumes', async () => {
  const link = await createOpenedLink(user);
  await whileFrozen(stack.pid('click-consumer'), async () => {
    expect((await visit(link.shortUrl)).status).toBe(302);
  });
  await eventually(async () => expect(await countClicks(user, link)).toBe(2));
});

test('Redis: links open and are counted, people can sign in, guests can create links', async () => {
  const [opened, fresh] = [await createOpenedLink(user), await createLink(user)];
  await whileFrozen(redis.pid, async () => {
    const visits = await Promise.all([visit(opened.shortUrl), visit(fresh.shortUrl)]);
    expect(visits.map(({ status }) => status)).toEqual([302, 302]);
    expect(await stack.signIn({ email: user.email, password: user.password })).toMatchObject({ userId: user.userId });
    const guest = hostApi(stack.shortenerUrl);
    expect((await guest('POST', '/links', { body: { url: 'https://example.com/' } })).status).toBe(201);
    expect((await createLink(user, { slug: newSlug() })).url).not.toBeNull();
  });
  await eventually(async () => expect(await countClicks(user, opened)).toBe(2));
  await eventually(async () => expect(await countClicks(user, fresh)).toBe(1));
});

test('object store: photos are refused, links and deals keep working', async () => {
  const upload = () => outcome('/api/shorten/photos', 'POST', { image: twoPixels().toString('base64') });
  expect(await upload()).toBe('201');

  objects.silence();
  try {
    expect(await upload()).toBe(REFUSED);
    expect((await visit(known.shortUrl)).status).toBe(302);
    expect(await outcome('/api/deals')).toBe('200');
  } finally {
    objects.cut();
    objects.restore();
  }
  await eventually(async () => expect(await upload()).toBe('201'));
});
