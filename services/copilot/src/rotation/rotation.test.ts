import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { HOUR_SECONDS } from '@svc/chassis/time/durations';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { begin, piece, startModelServer } from '../testing/model-server.js';
import { answerAs, ask, begun, laneOf, openRotationWorld, refuses } from '../testing/rotation-world.js';
import { ROTATION_TIMES } from './rotation-times.js';

const { server, other, start, watch } = await openRotationWorld();

test("the rotation's timeouts are those of the design", () => {
  expect(ROTATION_TIMES).toEqual({
    model: { firstPieceMs: 12_000, idleMs: 30_000, wholeMs: 120_000 },
    attemptsMs: 25_000,
    waitMs: 8_000,
    lookMs: 250,
    knownMs: 1_000,
    probeSeconds: 30,
    storeMs: 10_000,
  });
});

const tomorrow = () => String(Date.now() + 20 * HOUR_SECONDS * 1_000);

test.each([
  ['a header', () => refuses(429, { error: { message: 'free-models-per-day' } }, { 'x-ratelimit-reset': tomorrow() })],
  [
    'the body',
    () =>
      refuses(429, {
        error: {
          message: 'Rate limit exceeded: free-models-per-day. Add credits',
          metadata: { headers: { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': tomorrow() } },
        },
      }),
  ],
])(
  'an account whose daily quota is used up, as %s says, cools with all its models until then',
  async (_case, refuse) => {
    const used = laneOf(server, ['a', 'b', 'c']);
    const service = await start([used, laneOf(other, ['d'])]);
    answerAs(server, { a: refuse(), b: refuse(), c: refuse() });
    const asked = watch();

    const answers = [await ask(service), await ask(service), await ask(service)];

    expect(answers.map(({ text }) => text)).toEqual(['I am d.', 'I am d.', 'I am d.']);
    expect(asked()).toEqual([[expect.any(String)], ['d', 'd', 'd']]);
    const cooled = (await service.rotation.state.availabilities({ callsTools: false })).values().next().value;
    expect(cooled).toMatchObject({ status: 'cooling', because: ['quota_lane'] });
    const leftMs = (cooled?.status === 'cooling' ? cooled.until : 0) - Date.now();
    expect(leftMs / 1_000 / HOUR_SECONDS).toBeCloseTo(20, 1);
  },
);

const FAILOVERS = `select from_model_id as "from", to_model_id as "to", fault_class as name from memory.failovers`;
const HOURS = `select model_id as id, calls, successes, failures, failovers_from as "failoversFrom", first_pieces as "firstPieces",
                      completion_tokens as tokens, last_fault_class as name
                 from memory.model_hours order by calls, successes`;

test.each<[string, Parameters<typeof answerAs>[1], string]>([
  [
    'a success that is an error of a limit',
    { a: refuses(200, { error: { code: 429, message: 'slow' } }) },
    'rate_model',
  ],
  [
    'a stream that begins with an error',
    {
      a: (response) => {
        begin(response);
        response.end('data: {"error":{"message":"busy","code":502}}\n\n');
      },
    },
    'upstream',
  ],
  [
    'a stream that is cut before its first word',
    {
      a: (response) => {
        begin(response);
        response.write(': cut\n\n', () => response.destroy());
      },
    },
    'malformed',
  ],
  ['a success without a stream', { a: refuses(200, {}) }, 'malformed'],
  [
    'a page',
    { a: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello') },
    'malformed',
  ],
  ['a wrong key', { a: refuses(401) }, 'auth'],
  ['a model that is gone', { a: refuses(404) }, 'gone'],
  ['a redirect', { a: (response) => response.writeHead(302, { location: '/elsewhere' }).end() }, 'network'],
])('after %s the next model answers, and the stream holds one clean message', async (_case, answers, name) => {
  answerAs(server, answers);
  const [first, second] = [laneOf(server, ['a']), laneOf(other, ['b'])];
  const service = await start([first, second], { rotationTimes: { storeMs: 20, knownMs: 0 } });
  const [failing, answering] = [`${first.id}|a`, `${second.id}|b`];

  const answer = await ask(service, await begun(service, failing));

  expect(answer.text).toBe('I am b.');
  expect(answer.asked).toEqual([
    { modelId: failing, lane: first.id, attempt: 1, failover: false },
    { modelId: answering, lane: second.id, attempt: 2, failover: true },
  ]);
  const types = answer.told.map(({ type }) => type).filter((type) => type !== 'text-delta');
  expect(types).toEqual([
    'start',
    'data-model',
    'start-step',
    'data-model',
    'text-start',
    'text-end',
    'finish-step',
    'data-usage',
    'finish',
  ]);
  expect(answer.turn).toMatchObject({ status: 'completed', modelId: answering });
  await eventually(async () => {
    expect(await service.pool.list(FAILOVERS)).toEqual([{ from: failing, to: answering, name }]);
    expect(await service.pool.list(HOURS)).toEqual([
      { id: failing, calls: 1, successes: 0, failures: 1, failoversFrom: 1, firstPieces: 0, tokens: 0, name },
      { id: answering, calls: 1, successes: 1, failures: 0, failoversFrom: 0, firstPieces: 1, tokens: 7, name: null },
    ]);
  });
});

const breaksOff: [string, (response: Parameters<typeof begin>[0]) => unknown, string][] = [
  ['a cut connection', (response) => response.write(': cut\n\n', () => response.destroy()), 'malformed'],
  ['an error among the pieces', (response) => response.end('data: {"error":{"message":"broken"}}\n\n'), 'upstream'],
  ['a line that is no JSON', (response) => response.end('data: {nonsense\n\n'), 'malformed'],
];

/** Sends half an answer, then breaks off. */
const half =
  (breakOff: (response: Parameters<typeof begin>[0]) => unknown) => (response: Parameters<typeof begin>[0]) => {
    begin(response);
    piece(response, 'Half of ');
    breakOff(response);
  };

test.each(breaksOff)("after %s in mid-answer only the next model's words are left", async (_case, breakOff, name) => {
  answerAs(server, { a: half(breakOff) });
  const [first, second] = [laneOf(server, ['a']), laneOf(other, ['b'])];
  const service = await start([first, second], { rotationTimes: { storeMs: 20, knownMs: 0 } });

  const answer = await ask(service, await begun(service, `${first.id}|a`));

  const types = answer.told.map(({ type }) => type);
  expect(types.slice(types.indexOf('start-step'))).toEqual([
    'start-step',
    'text-start',
    'text-delta',
    'data-model',
    'reset-step',
    'text-start',
    'text-delta',
    'text-end',
    'finish-step',
    'data-usage',
    'finish',
  ]);
  expect([answer.text, answer.turn?.status]).toEqual(['I am b.', 'completed']);
  await eventually(async () => expect(await service.pool.list(FAILOVERS)).toMatchObject([{ name }]));
});

test('partial output is kept when no other model answers, and the turn fails without counting', async () => {
  answerAs(server, { a: half((response) => response.write(': cut\n\n', () => response.destroy())) });
  answerAs(other, { b: refuses(503), c: refuses(503) });
  const first = laneOf(server, ['a']);
  const service = await start([first, laneOf(other, ['b', 'c'])]);

  const { told, text, failure, turn, user } = await ask(service, await begun(service, `${first.id}|a`));

  expect(told.map(({ type }) => type)).not.toContain('reset-step');
  expect([text, failure?.code, turn?.status]).toEqual(['Half of ', 'PROVIDER_STREAM_INTERRUPTED', 'failed']);
  expect((await service.as(user, CopilotSettingsService).getUsage({ days: 1 })).used).toBe(0);
});

test('a model that sends only comments is given up in time, and the next one answers', async () => {
  const left = Promise.withResolvers<void>();
  answerAs(server, {
    a: (response) => {
      response.once('close', () => left.resolve());
      begin(response);
      response.write(': still here\n\n');
    },
  });
  const [first, second] = [laneOf(server, ['a']), laneOf(other, ['b'])];
  // The second model gets the same time, even on a busy machine.
  const model = { firstPieceMs: 5_000, idleMs: 30_000, wholeMs: 30_000 };
  const service = await start([first, second], { rotationTimes: { knownMs: 0, model } });

  const answer = await ask(service, await begun(service, `${first.id}|a`));

  await left.promise;
  expect(answer.text).toBe('I am b.');
  const availabilities = await service.rotation.state.availabilities({ callsTools: false });
  expect([...availabilities.values()]).toMatchObject([
    { status: 'cooling', because: ['timeout'] },
    { status: 'available' },
  ]);
});

test('a step asks at most four models, each once', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  answerAs(server, Object.fromEntries(names.map((name) => [name, refuses(500)])));
  const service = await start([laneOf(server, names)]);
  const asked = watch();

  const { failure, turn } = await ask(service);

  expect(new Set(asked()[0]).size).toBe(4);
  expect(asked()[0]).toHaveLength(4);
  expect([failure?.code, turn?.status]).toEqual(['PROVIDER_UNAVAILABLE', 'failed']);
});

test('all attempts of a step end in time', async () => {
  const silent = (response: Parameters<typeof begin>[0]) => begin(response);
  answerAs(server, { a: silent, b: silent, c: silent, d: silent });
  // Minimum duration of each attempt: without a limit there would be time for four.
  const model = { firstPieceMs: 120, idleMs: 10_000, wholeMs: 10_000 };
  const rotationTimes = { knownMs: 0, model, attemptsMs: 200 };
  const service = await start([laneOf(server, ['a', 'b', 'c', 'd'])], { rotationTimes });
  const asked = watch();

  const { failure } = await ask(service);

  expect(asked()[0]?.length).toBeLessThanOrEqual(2);
  expect(failure?.code).toBe('PROVIDER_UNAVAILABLE');
});

test('a refused message is not sent to another model, and one that is too long is sent to a larger model, once', async () => {
  const contexts = [
    ['a', 8_192],
    ['b', 16_384],
    ['c', 32_768],
    ['d', 65_536],
  ] as const;
  const lane = laneOf(server, [], {
    models: contexts.map(([id, contextTokens]) => ({ id, contextTokens })),
  });
  const service = await start([lane]);
  const tooLong = refuses(400, { error: { message: 'maximum context length is 8192 tokens' } });
  const flagged = refuses(403, { error: { message: 'flagged', metadata: { reasons: ['x'] } } });
  const asked = watch();

  answerAs(server, { b: flagged });
  const refused = await ask(service, await begun(service, `${lane.id}|b`));
  answerAs(server, { a: tooLong });
  const larger = await ask(service, await begun(service, `${lane.id}|a`));
  answerAs(server, { a: tooLong, b: tooLong, c: tooLong, d: tooLong });
  const none = await ask(service, await begun(service, `${lane.id}|a`));

  expect([refused.failure?.code, larger.turn?.status, none.failure?.code]).toEqual([
    'CONTENT_REJECTED',
    'completed',
    'CONTEXT_TOO_LONG',
  ]);
  expect(asked()[0]).toHaveLength(1 + 2 + 2);
  expect((await service.rotation.state.availabilities({ callsTools: false })).values().next().value?.status).toBe(
    'available',
  );
});

test('a redirect is refused, and the key is not sent to its target', async () => {
  const third = await startModelServer();
  answerAs(server, {
    a: (response) => response.writeHead(302, { location: `${third.baseUrl}/chat/completions` }).end(),
  });
  const first = laneOf(server, ['a'], { key: 'main' });
  const service = await start([first]);

  const { failure } = await ask(service);

  await third.stop();
  expect([failure?.code, server.calls.at(-1)?.authorization, third.calls]).toEqual([
    'PROVIDER_UNAVAILABLE',
    'Bearer sk-test-key',
    [],
  ]);
});
