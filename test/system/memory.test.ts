import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import type { Session } from '../stack.ts';
import type { AnswerOf } from './answers.ts';
import { countRows, dropSchema } from './database.ts';

let memoryDatabase: TestDatabase;
let stack: OwnStack;
let user: Session;

beforeAll(async () => {
  memoryDatabase = await createTestDatabase();
  await dropSchema(memoryDatabase.adminUrl, 'memory');
  stack = await startOwnStack('settings', {
    without: ['shortener', 'screenshot'],
    environment: { MEMORY_DATABASE_URL: memoryDatabase.adminUrl, SVC_MEMORYDB_REQUIRE_CLOUD: 'true' },
  });
  user = await stack.signUp();
}, 180_000);

afterAll(async () => {
  await stack.stop();
  await memoryDatabase.drop();
});

type Memory = AnswerOf<'memory.create'>;
type Readiness = { checks: Record<string, { status: string; reason?: string }> };

const readiness = () => stack.anyone.get<Readiness>('/api/readiness');

test('memories are in their own database, which copilot alone is told and readiness looks at', async () => {
  const { status, body } = await user.post<Memory>('/api/memory', {
    content: 'Prefers short replies.',
    tags: ['tone'],
  });

  expect([status, body.status, body.provenance.actorKind]).toEqual([201, 'active', 'user']);
  expect((await countRows(memoryDatabase.adminUrl, user.userId)).memories).toBe(1);
  expect((await countRows(stack.databaseAdminUrl, user.userId)).memories).toBe(0);
  expect(stack.environmentOf('gateway')).not.toHaveProperty('MEMORY_DATABASE_URL');
  expect(stack.environmentOf('copilot').MEMORY_DATABASE_URL).toContain('svc_copilot');
  expect(await readiness()).toMatchObject({ status: 200, body: { checks: { memory: { status: 'ok' } } } });
});

test('a memory is archived, listed where it belongs, and brought back', async () => {
  const { body: memory } = await user.post<Memory>('/api/memory', { content: 'Is away in July.' });
  const list = async (status: string) => {
    const { body } = await user.get<AnswerOf<'memory.list'>>(`/api/memory?status=${status}&q=july`);
    return body.items.map(({ id }) => id);
  };

  const archived = await user.patch<Memory>(`/api/memory/${memory.id}/archive`);
  expect([archived.status, archived.body.status]).toEqual([200, 'archived']);
  expect([await list('active'), await list('archived')]).toEqual([[], [memory.id]]);

  const restored = await user.post<Memory>(`/api/memory/${memory.id}/restore`);
  expect([restored.status, restored.body.status, restored.body.archivedAt]).toEqual([200, 'active', null]);
  expect([await list('active'), await list('archived')]).toEqual([[memory.id], []]);
});

test('what is no memory is refused in words, and nothing is kept', async () => {
  const before = (await countRows(memoryDatabase.adminUrl, user.userId)).memories;
  const refused = [
    {},
    { content: ' \n ' },
    { content: 'x'.repeat(4_001) },
    { content: 'x', confidence: 1.1 },
    { content: 'x', kind: 'secret' },
    { content: 'x', tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) },
    { content: 'x', provenance: { actorKind: 'user' } },
  ];

  for (const body of refused) expect((await user.post('/api/memory', body)).status).toBe(400);

  expect((await countRows(memoryDatabase.adminUrl, user.userId)).memories).toBe(before);
});

test('with copilot away memories answer 503 and a required memory database fails readiness; deals go on', async () => {
  await stack.stopService('copilot');

  expect((await user.get('/api/memory')).status).toBe(503);
  expect((await user.get('/api/deals')).status).toBe(200);
  expect(await readiness()).toMatchObject({
    status: 503,
    body: { checks: { memory: { status: 'failing' }, copilot: { status: 'degraded' }, deal: { status: 'ok' } } },
  });

  await stack.startService('copilot');
  await stack.waitUntilReady();
  expect((await user.get('/api/memory')).status).toBe(200);
}, 180_000);
