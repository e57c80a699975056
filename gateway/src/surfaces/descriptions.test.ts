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

test('records and actions are described for language models, to whoever is signed in', async () => {
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
