import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { CopilotAdministrationService } from '@svc/proto/copilot/v1/copilot_administration_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { CONSENT, type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { type ModelServer, startModelServer } from '../testing/model-server.js';
import { ask, begin, startCopilotIn, type ToolWorld } from '../testing/tool-talk.js';

const KEY = 'sk-live-of-a-user-0123456789';
const keys = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')] as const;
const world: ToolWorld = {
  getDeal: () => Promise.reject(new Error('These tests have no deals.')),
  beforeStep: () => Promise.resolve(),
};
const now = new Date('2026-05-07T12:00:00Z');

let database: TestDatabase;
let model: ModelServer;
let copilot: CopilotService;

beforeAll(async () => {
  database = await createTestDatabase();
  model = await startModelServer();
  copilot = await startCopilotIn(world, {
    database,
    modelUrl: model.baseUrl,
    timeZone: 'UTC',
    now: () => now,
    encryptionKeys: [keys[0]],
  });
});

afterAll(async () => {
  await copilot?.stop();
  await model?.stop();
  await database?.drop();
});

const asAdmin = (of = copilot) => of.as(testUser({ role: 'admin' }), CopilotAdministrationService);

async function use(
  userId: string,
  day: string,
  freeTurns: number,
  fields: { calls?: number; failovers?: number } = {},
) {
  await copilot.pool.query(
    `insert into memory.daily_usage (user_id, day, free_turns, model_calls, failovers, prompt_tokens, completion_tokens)
     values ($1, $2, $3, $4, $5, 3000000000, 7)`,
    [userId, day, freeTurns, fields.calls ?? freeTurns, fields.failovers ?? 0],
  );
}

test("only administrators see other users' usage", async () => {
  const users = copilot.as(testUser(), CopilotAdministrationService);

  const calls = [
    () => users.getUsageTotals({}),
    () => users.getRotation({}),
    () => users.listProviderConfigs({ pageSize: 5, skip: 0, only: null }),
  ];

  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' });
});

test('usage is listed by user, most turns first, for the requested days', async () => {
  const [one, two, three] = [testUser().userId, testUser().userId, testUser().userId];
  await use(one, '2026-05-07', 2);
  await use(one, '2026-05-01', 4, { calls: 9, failovers: 3 });
  await use(two, '2026-05-06', 5);
  await use(three, '2026-04-30', 50);

  const range = { from: '2026-05-01', to: '2026-05-07', only: null };
  const { users, totalSize } = await asAdmin().listUserUsage({ ...range, pageSize: 10, skip: 0 });
  const second = await asAdmin().listUserUsage({ ...range, pageSize: 1, skip: 1 });
  const beyond = await asAdmin().listUserUsage({ ...range, pageSize: 1, skip: 9 });
  const only = await asAdmin().listUserUsage({ ...range, only: { userIds: [two] }, pageSize: 9, skip: 0 });
  const { days } = await asAdmin().getUsageTotals({});

  expect(users).toMatchObject([
    { userId: one, freeTurns: 6, modelCalls: 11, failovers: 3, promptTokens: 6_000_000_000, completionTokens: 14 },
    { userId: two, freeTurns: 5 },
  ]);
  expect(totalSize).toBe(2);
  expect([second.users.map(({ userId }) => userId), second.totalSize]).toEqual([[two], 2]);
  expect([beyond.users, beyond.totalSize]).toEqual([[], 2]);
  expect([only.users.map(({ userId }) => userId), only.totalSize]).toEqual([[two], 1]);
  expect(days.map(({ day, users: count, freeTurns, failovers }) => [day, count, freeTurns, failovers])).toEqual([
    ['2026-05-07', 1, 2, 0],
    ['2026-05-06', 1, 5, 0],
    ['2026-05-05', 0, 0, 0],
    ['2026-05-04', 0, 0, 0],
    ['2026-05-03', 0, 0, 0],
    ['2026-05-02', 0, 0, 0],
    ['2026-05-01', 1, 4, 3],
  ]);
});

test('usage of the last thirty days is listed by default', async () => {
  const user = testUser().userId;
  await use(user, '2026-04-20', 1);
  await use(user, '2026-04-08', 2);
  await use(user, '2026-04-07', 4);

  const of = async (dates: { from?: string; to?: string }): Promise<readonly number[]> => {
    const asked = { ...dates, only: { userIds: [user] }, pageSize: 5, skip: 0 };
    return (await asAdmin().listUserUsage(asked)).users.map(({ freeTurns }) => freeTurns);
  };

  expect(await of({})).toEqual([3]);
  expect(await of({ to: '2026-04-08' })).toEqual([6]);
  expect(await of({ from: '2026-04-10' })).toEqual([1]);
});

test.each([
  ['2026-05-02', '2026-05-01'],
  ['2025-05-01', '2026-05-02'],
])('the days from %s to %s are refused', async (from, to) => {
  const asked = { from, to, only: null, pageSize: 5, skip: 0 };
  await expect(asAdmin().listUserUsage(asked)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'to' }],
  });
});

test("users' choices are listed without their keys, and keys that can no longer be decrypted are marked", async () => {
  const user = testUser();
  const settings = copilot.as(user, CopilotSettingsService);
  await settings.setByokKey({ provider: 'openai', apiKey: KEY });
  await settings.updateConfig({ mode: 'byok', modelId: 'gpt-x' });
  await settings.giveConsent({ scope: 'byok', version: CONSENT, granted: true });
  await settings.giveConsent({ scope: 'learning', version: CONSENT, granted: true });
  await settings.giveConsent({ scope: 'learning', version: CONSENT, granted: false });
  const asked = { only: { userIds: [user.userId] }, pageSize: 5, skip: 0 };

  const answer = await asAdmin().listProviderConfigs(asked);
  const other = await startCopilot({ database, encryptionKeys: [keys[1]] });
  const { configs } = await asAdmin(other).listProviderConfigs(asked);
  await other.stop();

  expect(answer).toEqual({
    configs: [
      {
        userId: user.userId,
        mode: 'byok',
        provider: 'openai',
        model: 'gpt-x',
        byokKeyStatus: 'ready',
        freeConsent: false,
        byokConsent: true,
        learningConsent: false,
        updatedAt: expect.any(Date),
      },
    ],
    totalSize: 1,
  });
  expect(configs[0]?.byokKeyStatus).toBe('unreadable');
});

test('learning is counted without exposing what users wrote', async () => {
  const [agreed, other] = [testUser(), testUser()];
  await copilot.as(agreed, CopilotSettingsService).giveConsent({ scope: 'learning', version: CONSENT, granted: true });
  await copilot.pool.query(
    `insert into memory.learning_candidates
            (id, owner_id, statement, statement_hash, kind, is_explicit, stage, first_seen_at, decided_at)
     select gen_random_uuid(), $1, 'I prefer ' || n, sha256(n::text::bytea), 'preference', false, stage,
            now() - make_interval(days => n), now()
       from unnest(array['observed', 'proposed', 'graduated', 'graduated', 'graduated', 'rejected']) with ordinality as s (stage, m),
            lateral (select m::integer as n) as numbered`,
    [other.userId],
  );
  await copilot.pool.query(
    `insert into memory.memories
            (id, owner_id, content, kind, confidence, source_type, actor_kind, request_id, archived_at)
     select gen_random_uuid(), $1, 'I prefer ' || n, 'preference', 1, 'copilot_learning', 'user', 'r', case when n > 1 then now() end
       from generate_series(1, 3) as n`,
    [other.userId],
  );

  const totals = await asAdmin().getLearningTotals({});

  expect(totals).toEqual({
    usersWithConsent: 1,
    observed: 1,
    eligible: 0,
    proposed: 1,
    graduated: 3,
    rejected: 1,
    expired: 0,
    medianDaysToGraduation: expect.closeTo(4, 3),
    activeMemories: 1,
    archivedMemories: 2,
  });
});

test('a failing model is shown as cooling, with the reason and the end of the cooldown', async () => {
  expect(await asAdmin().getRotation({})).toMatchObject({
    models: [{ id: 'test|model-a', lane: 'test', status: 'available', calls: 0 }],
    cooldowns: [],
    recentFailovers: [],
    store: 'memory',
  });
  model.answer((_call, response) => void response.writeHead(500).end());
  await ask(await begin(copilot, world));
  await copilot.pool.query(
    `insert into memory.model_hours (hour, model_id, lane, calls, successes, failures, first_pieces, first_pieces_ms, last_fault_class, last_fault_at)
     values (now() - interval '1 hour', 'gone|model-z', 'gone', 4, 3, 1, 3, 900, 'upstream', now()),
            (now() - interval '2 days', 'gone|model-z', 'gone', 9, 9, 0, 9, 9, null, null)`,
  );

  const length = { until: Date.now() + 60_000 };
  const cooled = { class: 'rate_model', status: 429, length, startedAt: Date.now(), now: Date.now() } as const;
  await copilot.rotation.store.cool(`u:${testUser().userId}|openai`, cooled);

  const { models, cooldowns, userCooldowns } = await asAdmin().getRotation({});

  expect(models).toMatchObject([
    { id: 'test|model-a', status: 'cooling' },
    {
      id: 'gone|model-z',
      status: null,
      calls: 4,
      successes: 3,
      failures: 1,
      averageFirstPartMs: 300,
      lastFailureClass: 'upstream',
    },
  ]);
  // The totals reveal only how many users there are.
  expect(userCooldowns).toBe(1);
  expect(cooldowns).toMatchObject([{ scope: 'model', id: 'test|model-a', class: 'upstream', strike: 1 }]);
});
