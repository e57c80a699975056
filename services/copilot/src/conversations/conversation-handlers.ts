import { appError, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { type Conversation, ConversationService as methods } from '@svc/proto/copilot/v1/conversation_service';
import { v7 as newId } from 'uuid';
import { deleteCandidatesIn } from '../learning/learning-repo.js';
import { type EndingParts, endInTransaction } from '../turns/end-turn.js';
import { listActiveTurns } from '../turns/turn-repo.js';
import {
  deleteConversation,
  findConversation,
  hasConversations,
  insertConversation,
  listConversations,
  listMessages,
  lockConversation,
  type LockedConversation,
  type StoredConversation,
  updateConversation,
} from './conversation-repo.js';

const CONVERSATIONS_MAX = 1_000;

export interface ConversationParts extends EndingParts {
  readonly pool: Pool;
  readonly write: Write;
}

/** Conversations of users with the copilot. */
export function conversationHandlers({ pool, write, outbox }: ConversationParts): ServiceHandlers<typeof methods> {
  return {
    listConversations: async ({ archived, query = null, ...request }, { user }) => {
      const { rows, total } = await listConversations(pool, user.userId, { archived, query }, pageOf(request));
      return { conversations: await withTurns(pool, rows), totalSize: total };
    },
    createConversation: write(methods.createConversation, async (tx, { title = null }, { user }) => {
      if (await hasConversations(tx, user.userId, CONVERSATIONS_MAX)) {
        throw appError(
          'CONFLICT',
          `You have ${CONVERSATIONS_MAX} conversations, the most you can have. Delete some first.`,
        );
      }
      const conversation = await insertConversation(tx, { id: newId(), ownerId: user.userId, title });
      return { conversation: { ...conversation, activeTurn: null } };
    }),
    getConversation: async ({ conversationId }, { user }) => {
      const conversation = await findConversation(pool, user.userId, conversationId);
      if (!conversation) throw noSuch('conversation');
      return { conversation: await withTurn(pool, conversation) };
    },
    updateConversation: write(methods.updateConversation, async (tx, request, { user }) => {
      const { id } = await lockSeen(tx, user.userId, request);
      return { conversation: await withTurn(tx, await updateConversation(tx, id, request)) };
    }),
    deleteConversation: write(methods.deleteConversation, async (tx, request, { user }) => {
      const { id } = await lockSeen(tx, user.userId, request);
      // Ending the turn also withdraws its open approvals.
      const turn = (await listActiveTurns(tx, [id])).get(id);
      if (turn) await endInTransaction(tx, { outbox }, turn.id, { status: 'stopped' });
      await deleteCandidatesIn(tx, id);
      await deleteConversation(tx, id);
    }),
    listMessages: async ({ conversationId, pageSize, beforeSeq = null }, { user }) => {
      if (beforeSeq !== null && beforeSeq < 1) throw invalidInput('beforeSeq', 'must be 1 or more.');
      const { limit } = pageOf({ pageSize, skip: 0 });
      if (!(await findConversation(pool, user.userId, conversationId))) throw noSuch('conversation');
      const { messages, total } = await listMessages(pool, conversationId, { limit, beforeSeq });
      return { messages, totalSize: total };
    },
  };
}

/** Conversations with their running turns. */
async function withTurns(db: Db, conversations: readonly StoredConversation[]): Promise<Conversation[]> {
  const running = await listActiveTurns(
    db,
    conversations.map(({ id }) => id),
  );
  return conversations.map((conversation) => ({ ...conversation, activeTurn: running.get(conversation.id) ?? null }));
}

/** The same for one conversation. */
async function withTurn(db: Db, conversation: StoredConversation): Promise<Conversation> {
  const [found] = await withTurns(db, [conversation]);
  return found ?? { ...conversation, activeTurn: null };
}

/** A conversation of the user at the version they saw, locked. Throws NOT_FOUND, VERSION_CONFLICT. */
async function lockSeen(
  tx: Tx,
  ownerId: string,
  {
    conversationId,
    expectedVersion,
  }: { readonly conversationId: string; readonly expectedVersion?: number | null | undefined },
): Promise<LockedConversation> {
  const conversation = await lockConversation(tx, ownerId, conversationId);
  if (!conversation) throw noSuch('conversation');
  checkVersion(conversation.version, expectedVersion);
  return conversation;
}
