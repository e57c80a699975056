import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService } from '@svc/proto/copilot/v1/conversation_service';
import { type CopilotService, startCopilot } from '../testing/copilot-service.js';

let copilot: CopilotService;

beforeAll(async () => {
  copilot = await startCopilot();
});

afterAll(() => copilot?.stop());

const conversationsOf = (user: UserPrincipal) => copilot.as(user, ConversationService);

async function begin(user: UserPrincipal, title: string): Promise<string> {
  return (await conversationsOf(user).createConversation({ title })).conversation?.id ?? '';
}

async function list(user: UserPrincipal, request: { archived?: boolean; query?: string; skip?: number } = {}) {
  const asked = { pageSize: 2, skip: 0, archived: false, ...request };
  const { conversations, totalSize } = await conversationsOf(user).listConversations(asked);
  return [conversations.map(({ title }) => title), totalSize];
}

test('conversations are listed newest first, page by page, and found by their titles', async () => {
  const user = testUser();
  for (const title of ['Kiteline in May', 'Prices (100 %)', 'Kiteline in June']) await begin(user, title);
  await begin(testUser(), 'Kiteline of another user');

  expect(await list(user)).toEqual([['Kiteline in June', 'Prices (100 %)'], 3]);
  expect(await list(user, { skip: 2 })).toEqual([['Kiteline in May'], 3]);
  expect(await list(user, { query: 'KITELINE' })).toEqual([['Kiteline in June', 'Kiteline in May'], 2]);
  expect(await list(user, { query: '%' })).toEqual([['Prices (100 %)'], 1]);
  expect(await list(user, { query: '_' })).toEqual([[], 0]);
});

test('an archived conversation is not listed until it is restored, and can be renamed in either state', async () => {
  const user = testUser();
  const conversationId = await begin(user, 'Old');

  const { conversation } = await conversationsOf(user).updateConversation({ conversationId, archived: true });
  expect(conversation).toMatchObject({ title: 'Old', archivedAt: expect.any(Date), activeTurn: null, version: 2 });
  expect([await list(user), await list(user, { archived: true })]).toEqual([
    [[], 0],
    [['Old'], 1],
  ]);
  await conversationsOf(user).updateConversation({ conversationId, title: 'New' });
  await conversationsOf(user).updateConversation({ conversationId, archived: false });

  expect(await list(user)).toEqual([['New'], 1]);
});

test('a conversation that has changed since the user saw it is neither changed nor deleted', async () => {
  const user = testUser();
  const conversationId = await begin(user, 'First');
  await conversationsOf(user).updateConversation({ conversationId, title: 'Second', expectedVersion: 1 });

  const stale = { conversationId, expectedVersion: 1 };
  await expect(conversationsOf(user).updateConversation({ ...stale, title: 'Third' })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
  });
  await expect(conversationsOf(user).deleteConversation(stale)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  await conversationsOf(user).deleteConversation({ conversationId, expectedVersion: 2 });

  await expect(conversationsOf(user).getConversation({ conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('pages of long messages are smaller, but contain at least one message', async () => {
  const user = testUser();
  const conversationId = await begin(user, 'Long');
  const { rows } = await copilot.pool.query<{ id: string }>(
    `insert into memory.turns (id, conversation_id, owner_id, status, billing, day, asked_seq)
     values (gen_random_uuid(), $1, $2, 'completed', 'free', current_date, 1) returning id`,
    [conversationId, user.userId],
  );
  await copilot.pool.query(
    `insert into memory.messages (id, conversation_id, turn_id, seq, role, parts)
     select gen_random_uuid(), $1, $2, seq, 'assistant',
            jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('x', case seq when 3 then 1500000 else 400000 end)))
       from generate_series(1, 8) as seq`,
    [conversationId, rows[0]?.id],
  );
  const page = async (beforeSeq?: number) => {
    const asked = { conversationId, pageSize: 50, ...(beforeSeq === undefined ? {} : { beforeSeq }) };
    const { messages, totalSize } = await conversationsOf(user).listMessages(asked);
    expect(totalSize).toBe(8);
    return messages.map(({ seq }) => seq);
  };

  expect([await page(), await page(6), await page(4), await page(3)]).toEqual([[8, 7, 6], [5, 4, 3], [3], [2, 1]]);
});

test('a user has at most a thousand conversations', async () => {
  const user = testUser();
  await copilot.pool.query(
    `insert into memory.conversations (id, owner_id) select gen_random_uuid(), $1 from generate_series(1, 1000)`,
    [user.userId],
  );

  await expect(begin(user, 'One more')).rejects.toMatchObject({ code: 'CONFLICT' });
});
