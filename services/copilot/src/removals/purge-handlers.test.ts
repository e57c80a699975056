import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser, type TestService } from '@svc/chassis/testing/test-service';
import { MemoryService } from '@svc/proto/copilot/v1/memory_service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { startCopilot } from '../testing/copilot-service.js';

const IDENTITY = { kind: 'service', service: 'identity' } as const;

let service: TestService;

beforeAll(async () => {
  service = await startCopilot();
});

afterAll(() => service?.stop());

test('a deleted account leaves no memory and no kept answer, and those of others stay', async () => {
  const [gone, other] = [testUser(), testUser()];
  for (const user of [gone, other]) {
    const memories = service.as(user, MemoryService, { idempotencyKey: 'one' });
    const fields = { content: 'Remember this', kind: 'fact', tags: [], confidence: 1 };
    await memories.createMemory({ ...fields, source: null, userApproved: false });
  }

  const purge = service.as(IDENTITY, PurgeService);
  for (let time = 0; time < 2; time += 1) await purge.purgeAccount({ ownerId: gone.userId });

  const owners = await service.pool.list<{ id: string }>(`select owner_id as id from memory.memories`);
  const answers = await service.pool.list<{ id: string }>(`select user_id as id from memory.idempotency_answers`);
  expect([owners, answers]).toEqual([[{ id: other.userId }], [{ id: other.userId }]]);
});

test('nobody but identity may purge', async () => {
  const user = testUser();

  for (const principal of [user, { kind: 'service', service: 'deal' } as const]) {
    const purge = service.as(principal, PurgeService).purgeAccount({ ownerId: user.userId });
    await expect(purge).rejects.toMatchObject({ kind: 'forbidden' });
  }
});
