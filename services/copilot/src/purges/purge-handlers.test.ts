import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type TestService, testUser } from '@svc/chassis/testing/test-service';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { MemoryService } from '@svc/proto/copilot/v1/memory_service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { CONSENT, startCopilot } from '../testing/copilot-service.js';

const IDENTITY = { kind: 'service', service: 'identity' } as const;

let service: TestService;

beforeAll(async () => {
  // Unused: no test calls the model.
  service = await startCopilot({ modelUrl: 'http://127.0.0.1:9/v1' });
});

afterAll(() => service?.stop());

test('a deleted account leaves no memory and no kept answer, and others keep theirs', async () => {
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

test('a deleted account leaves no conversation, consent, choice or usage, and others keep theirs', async () => {
  const [gone, other] = [testUser(), testUser()];
  for (const user of [gone, other]) {
    const settings = service.as(user, CopilotSettingsService);
    await settings.giveConsent({ scope: 'free', version: CONSENT, granted: true });
    await settings.updateConfig({ modelId: '' });
    const { conversation } = await service.as(user, ConversationService).createConversation({});
    const conversationId = conversation?.id ?? '';
    await service.as(user, TurnService).createTurn({ conversationId, text: 'What is due?' });
  }

  const purge = service.as(IDENTITY, PurgeService);
  for (let time = 0; time < 2; time += 1) await purge.purgeAccount({ ownerId: gone.userId });

  const owners = await service.pool.list(
    `select array(select owner_id from memory.conversations) as conversations,
            array(select owner_id from memory.turns) as turns,
            array(select role from memory.messages order by seq) as messages,
            array(select user_id from memory.copilot_consents) as consents,
            array(select user_id from memory.copilot_configs) as configs,
            array(select user_id from memory.daily_usage) as usage`,
  );
  const kept = [other.userId];
  const messages = ['user', 'assistant'];
  expect(owners).toEqual([{ conversations: kept, turns: kept, messages, consents: kept, configs: kept, usage: kept }]);
});

test('only identity may purge', async () => {
  const user = testUser();

  for (const principal of [user, { kind: 'service', service: 'deal' } as const]) {
    const purge = service.as(principal, PurgeService).purgeAccount({ ownerId: user.userId });
    await expect(purge).rejects.toMatchObject({ kind: 'forbidden' });
  }
});
