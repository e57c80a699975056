import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { type CopilotOptions, type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { begin, finish, type ModelServer, piece, startModelServer } from '../testing/model-server.js';
import { testRedisUrl } from '../testing/redis.js';
import {
  answerAs,
  ask,
  askedOf,
  begun,
  follow,
  laneOf,
  readParts,
  refuses,
  type RotationPart,
} from '../testing/rotation-world.js';
import type { RotationTimes } from './rotation-times.js';

let server: ModelServer;
let database: TestDatabase;
const running: CopilotService[] = [];

beforeAll(async () => {
  server = await startModelServer();
});

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
  await database.drop();
});

afterAll(() => server?.stop());

const LONG_MS = 600_000;
/** Wait for a cooling model: long enough for a busy machine to start 40 calls. */
const PATIENT: Partial<RotationTimes> = {
  attemptsMs: LONG_MS,
  probeSeconds: LONG_MS / 1_000,
  model: { firstPieceMs: LONG_MS, idleMs: LONG_MS, wholeMs: LONG_MS },
};

/** Two servers that share the state of models when there is a Redis. */
async function startTwo(lanes: NonNullable<CopilotOptions['lanes']>, redisUrl: string | undefined, times: object = {}) {
  // As many connections as callers, so that none is refused.
  const options = { lanes, database, poolMax: 25, rotationTimes: times, ...(redisUrl !== undefined && { redisUrl }) };
  const services = [await startCopilot(options), await startCopilot(options)] as const;
  running.push(...services);
  const kind = redisUrl === undefined ? 'memory' : 'redis';
  await eventually(() => expect(services.map(({ rotation }) => rotation.store.kind)).toEqual([kind, kind]));
  return services;
}

const firstStanding = async ({ rotation }: CopilotService) =>
  (await rotation.state.availabilities({ callsTools: false })).values().next().value;
const endOf = async (service: CopilotService) => {
  const availability = await firstStanding(service);
  return availability?.status === 'cooling' ? availability.until : undefined;
};

describe.each(['redis', 'memory'] as const)('with %s', (kind) => {
  const redisUrl = () => (kind === 'redis' ? testRedisUrl() : undefined);

  test('a shorter cooldown does not end a longer one, and the other server avoids the model too, if it knows', async () => {
    const lane = laneOf(server, ['a', 'b']);
    const [one, other] = await startTwo([lane], redisUrl());
    const waits = ['600', '5'].map((seconds) => ({ seconds, asked: Promise.withResolvers<void>() }));
    const answers = [...waits];
    const refusing = Promise.withResolvers<void>();
    answerAs(server, {
      a: async (response) => {
        const wait = answers.shift();
        wait?.asked.resolve();
        // Both calls start before either ends, and the shorter cooldown is reported after the longer one has been stored.
        await Promise.all(waits.map(({ asked }) => asked.promise));
        if (wait?.seconds === '5') await refusing.promise;
        refuses(429, {}, { 'retry-after': wait?.seconds ?? '1' })(response);
      },
    });
    const [someone, another, third] = await Promise.all([1, 2, 3].map(() => begun(one, `${lane.id}|a`)));
    const [first, second] = [ask(one, someone), ask(one, another)];
    await eventually(async () => expect(await endOf(one)).toBeDefined());
    const until = await endOf(one);

    refusing.resolve();
    const texts = [(await first).text, (await second).text];

    expect(texts).toEqual(['I am b.', 'I am b.']);
    expect(await endOf(one)).toBe(until);
    await eventually(async () => expect(await endOf(other)).toBe(kind === 'redis' ? until : undefined));
    const asked = await ask(other, third);
    expect(asked.asked[0]?.modelId).toBe(`${lane.id}|${kind === 'redis' ? 'b' : 'a'}`);
  });

  test('of 40 calls after a cooldown, one probes the model, and the others avoid it until then', async () => {
    const lane = laneOf(server, ['a']);
    const services = await startTwo([lane], redisUrl(), { waitMs: 50, lookMs: 10, ...PATIENT });
    const someone = await Promise.all(Array.from({ length: 40 }, () => begun(services[0])));
    for (const { rotation } of services) {
      const startedAt = Date.now();
      const length = { until: startedAt + 50 };
      await rotation.store.cool(`m:${lane.id}|a`, {
        class: 'upstream',
        status: 500,
        length,
        startedAt,
        now: startedAt,
      });
    }
    await eventually(async () => {
      for (const service of services) expect((await firstStanding(service))?.status).toBe('available');
    });
    const answering = Promise.withResolvers<void>();
    answerAs(server, {
      a: async (response) => {
        begin(response);
        await answering.promise;
        piece(response, 'Back.');
        finish(response);
      },
    });
    const before = server.calls.length;

    const asking = someone.map((each, at) => ask(services[at % 2 ? 1 : 0], each));
    const refusals: unknown[] = [];
    // Without Redis, each server sends its own probe.
    const tries = kind === 'redis' ? 1 : 2;
    for (const each of asking)
      void each.then(
        ({ failure }) => failure && refusals.push(failure.code),
        (error: unknown) => refusals.push((error as { code?: string }).code),
      );
    await eventually(() => {
      expect(refusals).toHaveLength(40 - tries);
      expect(askedOf(server).length - before).toBe(tries);
    });

    expect(new Set(refusals)).toEqual(new Set(['FREE_POOL_EXHAUSTED']));
    answering.resolve();
    const answers = (await Promise.allSettled(asking)).flatMap((each) =>
      each.status === 'fulfilled' && each.value.text !== '' ? [each.value.text] : [],
    );
    expect(answers).toEqual(Array.from({ length: tries }, () => 'Back.'));
    expect(await firstStanding(services[0])).toMatchObject({ status: 'available', toProbe: [] });
  });
});

test('a follower through the other server sees the step start over, and ends with the same message', async () => {
  const lane = laneOf(server, ['a', 'b']);
  const options = { lanes: [lane], database, times: { storeMs: 20 } };
  const [one, other] = [await startCopilot(options), await startCopilot(options)];
  running.push(one, other);
  const breaking = Promise.withResolvers<void>();
  answerAs(server, {
    a: async (response) => {
      begin(response);
      piece(response, 'Half of an answer');
      await breaking.promise;
      response.destroy();
    },
  });
  const { user, conversationId } = await begun(one, `${lane.id}|a`);
  const { turn } = await one.as(user, TurnService).createTurn({ conversationId, text: 'What is due?' });
  const turnId = turn?.id ?? '';
  const followed = follow(one, user, turnId);
  await eventually(() => expect(askedOf(server).at(-1)).toBe('a'));
  const told: RotationPart[] = [];
  const watching = (async () => {
    const parts = other.as(user, TurnService).followTurn({ turnId });
    for await (const { partJson } of parts) told.push(JSON.parse(partJson));
  })();
  await eventually(() => expect(told.map(({ delta = '' }) => delta).join('')).toBe('Half of an answer'));

  breaking.resolve();
  await watching;

  expect(told.map(({ type }) => type)).toContain('reset-step');
  expect(await readParts(told)).toEqual(await readParts(await followed));
  expect(told.filter(({ type }) => type === 'text-delta').at(-1)?.delta).toBe('I am b.');
});
