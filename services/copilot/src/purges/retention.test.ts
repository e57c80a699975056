import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService } from '@svc/proto/copilot/v1/conversation_service';
import { type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { deleteOld } from './retention.js';

let copilot: CopilotService;

beforeAll(async () => {
  copilot = await startCopilot();
});

afterAll(() => copilot?.stop());

const { signal } = new AbortController();
const user = testUser();

async function converse(title: string, daysAgo: number): Promise<void> {
  const { conversation } = await copilot.as(user, ConversationService).createConversation({ title });
  await copilot.pool.query(
    `update memory.conversations set last_message_at = now() - make_interval(days => $2) where id = $1`,
    [conversation?.id, daysAgo],
  );
}

const titles = () => copilot.pool.list(`select title from memory.conversations order by title`);

test('a conversation unused for the retention period is deleted, and none when retention is off', async () => {
  await converse('just used', 0);
  await converse('used in time', 89);
  await converse('long unused', 91);
  await copilot.pool.query(
    `insert into memory.daily_usage (user_id, day) values ($1, current_date - 401), ($1, current_date - 399)`,
    [user.userId],
  );

  await deleteOld(copilot.pool, 0, signal);
  expect(await titles()).toHaveLength(3);
  await deleteOld(copilot.pool, 90, signal);

  expect(await titles()).toEqual([{ title: 'just used' }, { title: 'used in time' }]);
  const days = await copilot.pool.list<{ age: number }>(`select current_date - day as age from memory.daily_usage`);
  expect(days).toEqual([{ age: 399 }]);
});
