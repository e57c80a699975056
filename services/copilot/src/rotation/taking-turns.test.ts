import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startCopilot, type CopilotOptions, type CopilotService } from '../testing/copilot-service.js';
import { begin, finish, piece, say, startModelServer, type ModelServer } from '../testing/model-server.js';
import { quietTimeZone } from '../testing/quiet-time-zone.js';
import { answerAs, ask, askedOf, laneOf, refuses } from '../testing/rotation-world.js';

let server: ModelServer;
let other: ModelServer;
const running: CopilotService[] = [];

beforeAll(async () => {
  [server, other] = await Promise.all([startModelServer(), startModelServer()]);
});

beforeEach(() => [server, other].forEach((each) => answerAs(each)));

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

afterAll(async () => {
  await server?.stop();
  await other?.stop();
});

async function start(lanes: NonNullable<CopilotOptions['lanes']>, options: CopilotOptions = {}) {
  const service = await startCopilot({ lanes, rotationTimes: { knownMs: 0, lookMs: 20 }, ...options });
  running.push(service);
  return service;
}

/** Models that were asked since, of both servers. */
function watch() {
  const from = [server.calls.length, other.calls.length];
  return () => [askedOf(server).slice(from[0]), askedOf(other).slice(from[1])];
}

test('models are asked as often as their weights say, and a conversation stays with the one that has answered', async () => {
  const models = [
    { id: 'a', contextTokens: 8_192, weight: 3 },
    { id: 'b', contextTokens: 8_192 },
    { id: 'c', contextTokens: 8_192, disabled: true },
  ];
  const service = await start([laneOf(server, [], { models })]);
  const asked = watch();

  for (let turn = 0; turn < 8; turn += 1) await ask(service);
  const counted = asked()[0] ?? [];
  const first = await ask(service);
  const again = [await ask(service, first), await ask(service, first), await ask(service, first)];

  expect([counted.filter((name) => name === 'a').length, counted.filter((name) => name === 'b').length]).toEqual([
    6, 2,
  ]);
  expect(again.map(({ text }) => text)).toEqual([1, 2, 3].map(() => first.text));
});

test('a lane is asked as often as its own limits allow, and says when it may be asked again', async () => {
  const limited = laneOf(server, ['a'], { rpd: 2, dayTimezone: quietTimeZone() });
  const service = await start([limited, laneOf(other, ['b'], { rpd: 1, dayTimezone: quietTimeZone() })]);
  const asked = watch();

  for (let turn = 0; turn < 3; turn += 1) expect((await ask(service)).turn?.status).toBe('completed');
  const { failure } = await ask(service);

  expect(asked().map((names) => names.length)).toEqual([2, 1]);
  expect(failure).toMatchObject({ code: 'FREE_POOL_EXHAUSTED', retryAfterSeconds: expect.any(Number) });
});

test('a step waits a moment for a model that is left alone no longer soon, and fails at once otherwise', async () => {
  answerAs(server, { a: refuses(429, {}, { 'retry-after': '1' }) });
  const service = await start([laneOf(server, ['a'])]);
  expect((await ask(service)).failure).toMatchObject({
    code: 'FREE_POOL_EXHAUSTED',
    retryAfterSeconds: expect.any(Number),
  });
  answerAs(server);

  expect((await ask(service)).text).toBe('I am a.');

  answerAs(server, { a: refuses(429, {}, { 'retry-after': '60' }) });
  await ask(service);
  answerAs(server);
  const { failure, asked } = await ask(service);
  expect([asked, failure?.code]).toEqual([[], 'FREE_POOL_EXHAUSTED']);
  expect(failure?.retryAfterSeconds).toBeGreaterThan(55);
});

test('an account that is refused is told of as what it is, for as long as it is left alone', async () => {
  answerAs(server, { a: refuses(401) });
  const service = await start([laneOf(server, ['a'])]);

  const codes = [await ask(service), await ask(service)].map(({ failure }) => failure?.code);

  expect(codes).toEqual(['PROVIDER_AUTH_FAILED', 'PROVIDER_AUTH_FAILED']);
});

test('a model that works again is what it was before', async () => {
  answerAs(server, { a: refuses(503) });
  const service = await start([laneOf(server, ['a'])]);
  await ask(service);
  service.passDay();
  answerAs(server, {
    a: (response) => {
      begin(response);
      piece(response, 'Back.');
      finish(response);
    },
  });

  expect((await ask(service)).text).toBe('Back.');

  answerAs(server, { a: refuses(503) });
  const { failure } = await ask(service);
  expect(failure?.retryAfterSeconds).toBeLessThanOrEqual(22);
  answerAs(server, { a: (response) => say(response, 'Unasked.') });
  expect((await ask(service)).asked).toEqual([]);
});
