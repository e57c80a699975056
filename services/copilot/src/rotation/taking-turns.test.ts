import { expect, test } from '@jest/globals';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { begin, callTools, finish, piece, say } from '../testing/model-server.js';
import { quietTimeZone } from '../testing/quiet-time-zone.js';
import { answerAs, ask, begun, laneOf, openRotationWorld, refuses } from '../testing/rotation-world.js';
import { resultsOf } from '../testing/tool-talk.js';

const { server, other, start, watch } = await openRotationWorld();

test('models are called in proportion to their weights, and a conversation keeps the one that answered', async () => {
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

test('a lane is called as often as its own limits allow, and the error has the time of the reset', async () => {
  const limited = laneOf(server, ['a'], { rpd: 2, dayTimezone: quietTimeZone() });
  const service = await start([limited, laneOf(other, ['b'], { rpd: 1, dayTimezone: quietTimeZone() })]);
  const asked = watch();

  for (let turn = 0; turn < 3; turn += 1) expect((await ask(service)).turn?.status).toBe('completed');
  const { failure } = await ask(service);

  expect(asked().map((names) => names.length)).toEqual([2, 1]);
  expect(failure).toMatchObject({ code: 'FREE_POOL_EXHAUSTED', retryAfterSeconds: expect.any(Number) });
});

test('a step waits briefly for a model that is about to finish cooling, and fails at once otherwise', async () => {
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

test('an account that is refused is reported as such, for as long as it cools', async () => {
  answerAs(server, { a: refuses(401) });
  const service = await start([laneOf(server, ['a'])]);

  const codes = [await ask(service), await ask(service)].map(({ failure }) => failure?.code);

  expect(codes).toEqual(['PROVIDER_AUTH_FAILED', 'PROVIDER_AUTH_FAILED']);
});

test('a model that has recovered is used as before', async () => {
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

test('a model that makes three unusable tool calls gets no tools for a while, and another one continues', async () => {
  const lane = laneOf(server, ['a', 'b']);
  const nonsense = (response: Parameters<typeof begin>[0]) =>
    callTools(response, { id: 'x', name: 'deals_get', arguments: '{"dealId":' });
  const service = await start([lane]);
  const someone = await begun(service, `${lane.id}|a`);
  const asked = watch();
  let told = 0;
  answerAs(server, { a: nonsense, b: (response) => ((told += 1), say(response, 'I can do without.')) });

  const answer = await ask(service, someone);

  expect([asked()[0], told, answer.text]).toEqual([['a', 'a', 'a', 'b'], 1, 'I can do without.']);
  const refused = answer.stored.filter(({ state }) => state === 'output-error').map(({ errorText }) => errorText);
  expect(refused).toEqual([1, 2, 3].map(() => expect.stringMatching(/^INVALID_ARGUMENTS: /)));
  expect(answer.told.filter(({ type }) => type === 'tool-input-error')).toHaveLength(3);
  expect(resultsOf(server).at(-1)).toContain('INVALID_ARGUMENTS');
  const withTools = await service.rotation.state.availabilities({ callsTools: true });
  const without = await service.rotation.state.availabilities({ callsTools: false });
  expect([withTools.values().next().value?.status, without.values().next().value?.status]).toEqual([
    'cooling',
    'available',
  ]);

  expect((await ask(service, await begun(service, `${lane.id}|a`))).asked).toMatchObject([{ modelId: `${lane.id}|b` }]);
  expect(server.calls.at(-1)?.body.tools).not.toEqual([]);
});

test('a chosen model that does not support tools still answers its user', async () => {
  const models = [
    { id: 'a', contextTokens: 131_072 },
    { id: 'b', contextTokens: 131_072, supportsTools: true },
  ];
  const lane = laneOf(server, [], { models });
  const service = await start([lane]);

  expect((await ask(service, await begun(service, `${lane.id}|a`))).text).toBe('I am a.');
});

test('calls of unknown tools, which a user can provoke, do not disable the tools of the model for other users', async () => {
  const lane = laneOf(server, ['a']);
  const service = await start([lane]);
  let calls = 0;
  answerAs(server, {
    a: (response) => {
      calls += 1;
      if (calls > 3) return say(response, 'I can do without.');
      return callTools(response, { id: 'x', name: 'nonsense', arguments: calls === 2 ? '{' : '{}' });
    },
  });

  expect((await ask(service)).text).toBe('I can do without.');

  const withTools = await service.rotation.state.availabilities({ callsTools: true });
  expect(withTools.values().next().value?.status).toBe('available');
});

test('models show their availability, and a cooling one cannot be newly chosen, only kept', async () => {
  const models = [{ id: 'a' }, { id: 'b' }, { id: 'c', disabled: true }].map((each) => ({
    ...each,
    contextTokens: 8_192,
  }));
  const lane = laneOf(server, [], { models });
  const service = await start([lane]);
  const { user, conversationId } = await begun(service, `${lane.id}|a`);
  const settings = service.as(user, CopilotSettingsService);
  answerAs(server, { a: refuses(503) });

  await ask(service, { user, conversationId });

  const [a, b, c] = (await settings.listModels({})).models;
  expect([a, b, c].map((each) => each?.status)).toEqual(['cooling', 'available', 'disabled']);
  expect([b?.cooldownUntil ?? null, c?.cooldownUntil ?? null]).toEqual([null, null]);
  expect(Number(a?.cooldownUntil) - Date.now()).toBeLessThanOrEqual(22_000);
  await settings.updateConfig({ modelId: `${lane.id}|a` });
  const other = service.as((await begun(service)).user, CopilotSettingsService);
  for (const name of ['a', 'c', 'nonsense']) {
    await expect(other.updateConfig({ modelId: `${lane.id}|${name}` })).rejects.toMatchObject({
      code: 'MODEL_NOT_ALLOWED',
    });
  }
  await expect(other.updateConfig({ modelId: `${lane.id}|b` })).resolves.toBeDefined();
  const { history } = await settings.getUsage({ days: 1 });
  expect(history).toMatchObject([{ freeTurns: 1, modelCalls: 2, failovers: 1 }]);
});

test('once a probe gets output, other calls use the model too', async () => {
  const lane = laneOf(server, ['a']);
  const service = await start([lane]);
  const { store, now } = service.rotation;
  const length = { until: now() + 1 };
  await store.cool(`m:${lane.id}|a`, { class: 'upstream', status: 503, length, startedAt: now(), now: now() });
  const [speaking, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answers = [
    async (response: Parameters<typeof begin>[0]) => {
      begin(response);
      piece(response, 'It ');
      speaking.resolve();
      await ending.promise;
      piece(response, 'works.');
      finish(response);
    },
  ];
  answerAs(server, { a: (response) => answers.shift()?.(response) ?? say(response, 'So it does.') });

  const first = ask(service);
  await speaking.promise;

  expect((await ask(service)).text).toBe('So it does.');
  ending.resolve();
  expect((await first).text).toBe('It works.');
});
