import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import { silentLog } from '@svc/chassis/testing/service-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { type ModelServer, say, startModelServer } from '../testing/model-server.js';

const KEY = 'sk-live-of-a-user-0123456789';

let model: ModelServer;
let service: CopilotService;

beforeAll(async () => {
  model = await startModelServer();
  const tests = { name: 'copilot-key-tests', tries: 5, windowSeconds: 60, what: 'test your key' };
  const keyTests = createRateLimit({ ...tests, redisUrl: undefined, log: silentLog });
  service = await startCopilot({ allowed: [new URL(model.baseUrl).host], keyTests });
});

afterEach(() => model.answer((_call, response) => say(response, 'Ok.')));

afterAll(async () => {
  await service?.stop();
  await model?.stop();
});

async function userWithKey() {
  const settings = service.as(testUser(), CopilotSettingsService);
  await settings.setByokKey({ provider: 'custom', apiKey: KEY, baseUrl: model.baseUrl });
  await settings.updateConfig({ mode: 'byok', modelId: 'own-model' });
  return settings;
}

test('the stored key is tested with one short call', async () => {
  const settings = await userWithKey();
  const before = model.calls.length;

  expect(await settings.testConfig({})).toEqual({ ok: true, latencyMs: expect.any(Number), code: null });
  expect(model.calls.slice(before)).toMatchObject([
    { authorization: `Bearer ${KEY}`, body: { model: 'own-model', max_tokens: 16 } },
  ]);
});

test('a key that the provider refuses is reported and stored as such, until it works or is replaced', async () => {
  const settings = await userWithKey();
  const statusNow = async () => (await settings.getConfig({})).config?.byokKeyStatus;
  model.answer((_call, response) => void response.writeHead(401).end(JSON.stringify({ error: { message: KEY } })));

  const refused = await settings.testConfig({});
  expect(refused).toMatchObject({ ok: false, code: 'BYOK_KEY_REJECTED' });
  expect(JSON.stringify(refused)).not.toContain(KEY);
  expect(await statusNow()).toBe('rejected');

  model.answer((_call, response) => say(response, 'Ok.'));
  await settings.testConfig({});
  expect(await statusNow()).toBe('ready');
});

test('other failures do not change the state of the key', async () => {
  const settings = await userWithKey();
  model.answer((_call, response) => void response.writeHead(500).end());

  expect(await settings.testConfig({})).toMatchObject({ ok: false, code: 'PROVIDER_UNAVAILABLE' });
  expect((await settings.getConfig({})).config?.byokKeyStatus).toBe('ready');
});

test('there is nothing to test without a key or a model', async () => {
  const settings = service.as(testUser(), CopilotSettingsService);
  await expect(settings.testConfig({})).rejects.toMatchObject({ kind: 'wrong_state', code: 'BYOK_KEY_MISSING' });

  await settings.setByokKey({ provider: 'custom', apiKey: KEY, baseUrl: model.baseUrl });
  await expect(settings.testConfig({})).rejects.toMatchObject({ kind: 'wrong_state', code: 'MODEL_NOT_CONFIGURED' });
});

test('the sixth test in a minute is refused', async () => {
  const settings = await userWithKey();
  for (let count = 0; count < 5; count += 1) await settings.testConfig({});

  await expect(settings.testConfig({})).rejects.toMatchObject({ kind: 'rate_limited', code: 'RATE_LIMITED' });
});
