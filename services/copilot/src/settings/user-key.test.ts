import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { Client } from 'pg';
import { resealKeys, startResealing } from '../sealing/reseal.js';
import { createSecretBox } from '../sealing/secret-box.js';
import { type CopilotOptions, type CopilotService, startCopilot } from '../testing/copilot-service.js';

const KEY = 'sk-live-of-a-user-0123456789';
const makeKey = () => randomBytes(32).toString('base64url');

let database: TestDatabase;
let service: CopilotService;
const keys = [makeKey(), makeKey()] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startOn([keys[0]]);
});

afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

const startOn = (encryptionKeys: CopilotOptions['encryptionKeys']) =>
  startCopilot({ database, encryptionKeys: encryptionKeys ?? null, lookup: () => Promise.resolve(['93.184.215.14']) });
const settingsOf = (user: UserPrincipal, of = service) => of.as(user, CopilotSettingsService);
const statusOf = async (user: UserPrincipal, of = service) =>
  (await settingsOf(user, of).getConfig({})).config?.byokKeyStatus;

async function userWithKey(fields: { provider?: string; baseUrl?: string } = {}) {
  const user = testUser();
  await settingsOf(user).setByokKey({ provider: 'openai', apiKey: KEY, ...fields });
  return user;
}

const rowOf = (user: UserPrincipal) =>
  service.pool.find<{ jwe: string | null; keyId: string | null }>(
    `select byok_key_jwe as jwe, byok_key_id as "keyId" from memory.copilot_configs where user_id = $1`,
    [user.userId],
  );

test('a key is stored sealed, never returned, and removed', async () => {
  const user = await userWithKey();
  const settings = settingsOf(user);

  const { config } = await settings.getConfig({});
  const row = await rowOf(user);
  expect(config).toMatchObject({ mode: 'free', provider: 'openai', byokKeyStatus: 'ready', encryption: 'ready' });
  expect(JSON.stringify(config)).not.toContain(KEY);
  expect(JSON.stringify(config)).not.toContain(row?.jwe);
  expect(row?.jwe).toMatch(/^ey[\w-]+(\.[\w-]+){4}$/);

  await settings.removeByokKey({});
  expect([await statusOf(user), await rowOf(user)]).toEqual(['none', { jwe: null, keyId: null }]);
});

test('no SQL statement has a key in plain text, and no answer has a sealed one', async () => {
  const user = testUser();
  const settings = settingsOf(user);
  const sent = jest.spyOn(Client.prototype, 'query');
  const answers: unknown[] = [];
  let statements = '';
  try {
    answers.push(await settings.setByokKey({ provider: 'openai', apiKey: KEY }));
    answers.push(await settings.updateConfig({ mode: 'byok', modelId: 'gpt-x' }));
    answers.push(await settings.getConfig({}));
    statements = JSON.stringify(sent.mock.calls);
  } finally {
    sent.mockRestore();
  }

  expect(statements).toContain('byok_key_jwe');
  expect(statements).not.toContain(KEY);
  expect(JSON.stringify(answers)).not.toContain(KEY);
  expect(JSON.stringify(answers)).not.toContain('eyJ');
});

test.each([
  ['another provider', { provider: 'anthropic' }, 'none'],
  ['another origin', { baseUrl: 'https://elsewhere.example.org/v1' }, 'none'],
  ['another port', { baseUrl: 'https://models.example.com:8443/v1' }, 'none'],
  ["the provider's own address", { baseUrl: '' }, 'none'],
  ['another path', { baseUrl: 'https://models.example.com/v2' }, 'ready'],
  ['another model', { modelId: 'gpt-x' }, 'ready'],
  ['no provider', { provider: '' }, 'none'],
])('%s: a key is deleted with the host that it is for', async (_case, change, status) => {
  const user = await userWithKey({ baseUrl: 'https://models.example.com/v1' });
  await settingsOf(user).updateConfig('modelId' in change ? { mode: 'byok', ...change } : change);

  expect(await statusOf(user)).toBe(status);
  if (status === 'none') expect(await rowOf(user)).toEqual({ jwe: null, keyId: null });
});

test.each([
  ['http://models.example.com/v1', 'https_only'],
  ['https://models.example.com:22/v1', 'port'],
  ['https://user:password@models.example.com/v1', 'credentials'],
  ['https://127.0.0.1/v1', 'not_public'],
  ['https://[::ffff:10.0.0.1]/', 'not_public'],
  ['https://2130706433/', 'not_public'],
  ['https://dealbridge.example.com/v1', 'own_host'],
  ['https://models.example.com/v1?key=x', 'query'],
  ['models.example.com', 'malformed'],
])('%s is refused as an address: %s, and nothing is stored', async (baseUrl, reason) => {
  const user = testUser();
  const refusal = { code: 'URL_NOT_ALLOWED', data: { reason }, details: [{ path: 'baseUrl' }] };

  await expect(settingsOf(user).updateConfig({ provider: 'custom', baseUrl })).rejects.toMatchObject(refusal);
  await expect(settingsOf(user).setByokKey({ provider: 'custom', baseUrl, apiKey: KEY })).rejects.toMatchObject(
    refusal,
  );
  expect(await rowOf(user)).toBeNull();
});

test('a name that resolves to a private address is refused, one that does not resolve is stored', async () => {
  const lookup = (name: string) => Promise.resolve(name.startsWith('inside') ? ['93.184.215.14', '10.0.0.1'] : []);
  const looking = await startCopilot({ database, lookup });
  try {
    const settings = settingsOf(testUser(), looking);
    await expect(
      settings.updateConfig({ provider: 'custom', baseUrl: 'https://inside.example.com/v1' }),
    ).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED', data: { reason: 'not_public' } });
    const { config } = await settings.updateConfig({ provider: 'custom', baseUrl: 'https://soon.example.com/v1/' });
    expect(config?.baseUrl).toBe('https://soon.example.com/v1');
  } finally {
    await looking.stop();
  }
});

test.each([
  ['mode `byok` without a provider', { mode: 'byok' }, 'VALIDATION_ERROR'],
  ['`custom` without an address', { provider: 'custom' }, 'VALIDATION_ERROR'],
  ['an unknown provider', { provider: 'acme' }, 'VALIDATION_ERROR'],
  ['a name that is none of a model', { mode: 'byok', provider: 'google', modelId: '../files' }, 'MODEL_NOT_ALLOWED'],
  ['a model that the pool has not', { modelId: 'other|model' }, 'MODEL_NOT_ALLOWED'],
])('%s is refused', async (_case, change, code) => {
  await expect(settingsOf(testUser()).updateConfig(change)).rejects.toMatchObject({ code });
});

test('each mode has its own model', async () => {
  const settings = settingsOf(testUser());
  await settings.updateConfig({ mode: 'byok', provider: 'openrouter', modelId: 'vendor/model:free' });

  expect((await settings.updateConfig({ mode: 'free' })).config?.modelId).toBeNull();
  expect((await settings.updateConfig({ mode: 'byok' })).config?.modelId).toBe('vendor/model:free');
  expect((await settings.updateConfig({ provider: 'groq' })).config?.modelId).toBeNull();
});

test('without a key of the installation nothing is stored', async () => {
  const without = await startOn(null);
  try {
    const user = testUser();
    const setting = settingsOf(user, without).setByokKey({ provider: 'openai', apiKey: KEY });
    await expect(setting).rejects.toMatchObject({ kind: 'unavailable', code: 'ENCRYPTION_UNAVAILABLE' });
    expect(await rowOf(user)).toBeNull();
    expect((await settingsOf(user, without).getConfig({})).config?.encryption).toBe('off');
    const kept = await userWithKey();
    expect(await statusOf(kept, without)).toBe('unreadable');
  } finally {
    await without.stop();
  }
});

test("a key copied to another user's row cannot be opened", async () => {
  const [owner, other] = [await userWithKey(), await userWithKey()];
  const { jwe } = (await rowOf(owner)) ?? {};
  await service.pool.query(`update memory.copilot_configs set byok_key_jwe = $2 where user_id = $1`, [
    other.userId,
    jwe,
  ]);

  expect([await statusOf(owner), await statusOf(other)]).toEqual(['ready', 'unreadable']);
  const settings = settingsOf(other);
  await settings.updateConfig({ mode: 'byok', modelId: 'gpt-x' });
  await expect(settings.testConfig({})).rejects.toMatchObject({ kind: 'wrong_state', code: 'BYOK_KEY_UNREADABLE' });
});

test('an old encryption key may be removed once everything is resealed; if removed too early, it can be restored', async () => {
  const users = [await userWithKey(), await userWithKey(), await userWithKey()];
  const both = await startOn([keys[1], keys[0]]);
  const early = await startOn([keys[1]]);
  try {
    expect([await statusOf(users[0] ?? testUser(), early), await statusOf(users[0] ?? testUser(), both)]).toEqual([
      'unreadable',
      'ready',
    ]);

    const box = createSecretBox([keys[1], keys[0]]);
    await resealKeys(both.pool, box, new AbortController().signal, 2);

    const statuses = await Promise.all(users.map((user) => statusOf(user, early)));
    const rows = await Promise.all(users.map(rowOf));
    expect(statuses).toEqual(['ready', 'ready', 'ready']);
    expect(rows.map((row) => row?.keyId)).toEqual([box.keyId, box.keyId, box.keyId]);
  } finally {
    await both.stop();
    await early.stop();
  }
});

test('a process with two encryption keys reseals automatically, and keeps values that cannot be opened', async () => {
  const [user, other] = [await userWithKey(), await userWithKey()];
  const broken = (await rowOf(other))?.jwe ?? '';
  await service.pool.query(`update memory.copilot_configs set byok_key_jwe = $2 where user_id = $1`, [
    other.userId,
    `${broken.slice(0, -4)}AAAA`,
  ]);
  const box = createSecretBox([keys[1], keys[0]]);

  const sealing = startResealing(service.pool, box);
  try {
    await eventually(async () => expect((await rowOf(user))?.keyId).toBe(box.keyId));
  } finally {
    await sealing.stop();
  }

  expect((await rowOf(other))?.keyId).toBe(box.oldKeyId);
});
