import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

async function get(path: string) {
  const response = await gateway.fetch(path, { headers: { authorization: `Bearer ${gateway.signIn().token}` } });
  return (await response.json()) as Record<string, object>;
}

test('records and actions are described for language models, to signed-in users', async () => {
  const schema = await get('/api/ai/schema');
  const { entities } = await get('/api/ai/entities');
  const { actions } = await get('/api/ai/actions');

  expect(schema).toEqual({
    schemaVersion: '1',
    entities: { count: Object.keys(entities ?? {}).length, href: '/api/ai/entities' },
    actions: { count: (actions as unknown[]).length, href: '/api/ai/actions' },
  });
  expect(entities).toHaveProperty('Deal');
  expect((await gateway.fetch('/api/ai/schema')).status).toBe(401);
});

test('each action has an existing path, and shows whether it can be proposed', async () => {
  const { actions } = (await get('/api/ai/actions')) as unknown as {
    actions: { name: string; method: string; path: string; proposable: boolean }[];
  };
  const statuses = await Promise.all(
    actions.map(async ({ method, path }) => {
      const filled = path.replaceAll(/:\w+/g, '01900000-0000-7000-8000-000000000001');
      return (await gateway.fetch(filled, { method })).status;
    }),
  );

  expect(actions.filter((_each, index) => [404, 405].includes(statuses[index] ?? 0))).toEqual([]);
  expect(actions.find(({ name }) => name === 'deals.delete')?.proposable).toBe(false);
  expect(actions.find(({ name }) => name === 'deals.update')?.proposable).toBe(true);
});
