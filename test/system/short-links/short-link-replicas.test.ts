/** @lane waiting */
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { logFileOf } from '@svc/scripts/stack/data-dir';
import { findFreePort } from '@svc/scripts/stack/ports';
import { createServiceProcess } from '@svc/scripts/stack/service-process';
import type { Supervised } from '@svc/scripts/stack/supervisor';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import { newAddress } from '../../stack.ts';
import {
  countClicks,
  createLink,
  FROM_ANYWHERE,
  hostApi,
  newSlug,
  ownRedis,
  visit,
  visitOften,
} from './short-link-visits.ts';

/** Shorter than the lifetime of a cached entry: five seconds for an unknown short id, a minute for a link. */
const WITHIN_MS = { unknown: 4_500, known: 30_000 };
const STOP_WITHIN_MS = 4_000;

/** A second process of the short-link host on the same database. */
interface Replica {
  readonly url: string;
  readonly process: Supervised;
}

async function startReplica(stack: OwnStack): Promise<Replica> {
  const [port, internalPort, grpcPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const replica = createServiceProcess({
    name: 'shortener',
    environment: {
      ...stack.environmentOf('shortener'),
      SHORTENER_PORT: String(port),
      SHORTENER_HTTP_ADDRESS: `127.0.0.1:${internalPort}`,
      GRPC_ADDRESS: `127.0.0.1:${grpcPort}`,
    },
    sourceMaps: false,
    logFile: logFileOf(dirname(dirname(stack.logFile('shortener'))), 'second-shortener'),
    say: () => undefined,
  });
  await replica.start();
  const url = `http://localhost:${port}`;
  await eventually(async () => expect((await fetch(`${url}/robots.txt`)).status).toBe(200));
  return { url, process: replica };
}

describe.each([
  { how: 'with Redis', redisUrl: () => ({ REDIS_URL: ownRedis(12) }) },
  { how: 'without Redis', redisUrl: () => ({}) },
])('two processes $how', ({ how, redisUrl }) => {
  let stack: OwnStack;
  let second: Replica;
  let user: Session;

  beforeAll(async () => {
    stack = await startOwnStack('kills', {
      without: ['screenshot', 'copilot'],
      environment: { ...FROM_ANYWHERE, ...redisUrl() },
    });
    second = await startReplica(stack);
    user = await stack.signUp();
  });

  afterAll(async () => {
    await second.process.stop(STOP_WITHIN_MS);
    await stack.stop();
  });

  /** Waits until both processes give this answer. */
  const bothAnswer = (shortId: string, status: number, location: string | null, withinMs = WITHIN_MS.known) =>
    eventually(async () => {
      const answers = await Promise.all(
        [stack.shortenerUrl, second.url].map(async (origin) => {
          const opened = await visit(`${origin}/${shortId}`);
          return [opened.status, opened.location];
        }),
      );
      expect(answers).toEqual([
        [status, location],
        [status, location],
      ]);
    }, withinMs);

  /** A link that both processes open although they had cached its slug as unknown. */
  const noticedNew = async (): Promise<{ slug: string; id: string }> => {
    const slug = newSlug();
    await bothAnswer(slug, 404, null);
    const { id } = await createLink(user, { slug, url: 'https://example.com/first' });
    await bothAnswer(slug, 302, 'https://example.com/first', WITHIN_MS.unknown);
    return { slug, id };
  };

  test('both notice a new, a changed and a deleted link', async () => {
    // A busy machine may take seconds for one link, but not for three in a row.
    const { slug, id } = await noticedNew().catch(noticedNew).catch(noticedNew);
    await user.patch(`/api/shorten/${id}`, { url: 'https://example.com/second' });
    await bothAnswer(slug, 302, 'https://example.com/second');
    expect((await user.delete(`/api/shorten/${id}`)).status).toBe(204);
    await bothAnswer(slug, 410, null);
  });

  test('clicks on both are counted, even those right before one of them stops', async () => {
    const link = await createLink(user);

    const answered = await Promise.all([
      visitOften(link.shortUrl, 150),
      visitOften(`${second.url}/${link.shortId}`, 150),
    ]);
    await second.process.stop(STOP_WITHIN_MS);

    expect(answered.map(({ length }) => length)).toEqual([150, 150]);
    await eventually(async () => expect(await countClicks(user, link)).toBe(300));
    await second.process.start();
    await eventually(async () => expect((await visit(`${second.url}/${link.shortId}`)).status).toBe(302));
  });

  if (how === 'with Redis') {
    test("both count a guest's links against one limit", async () => {
      const headers = { 'x-forwarded-for': newAddress() };
      const create = async (origin: string): Promise<number> =>
        (await hostApi(origin)('POST', '/links', { body: { url: 'https://example.com' }, headers })).status;

      const statuses = [];
      for (let count = 0; count < 11; count += 1) {
        statuses.push(await create(count % 2 === 0 ? stack.shortenerUrl : second.url));
      }

      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    });
  }
});
