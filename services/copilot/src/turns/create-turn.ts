import { appError, noSuch, rateLimited } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Turn } from '@svc/proto/copilot/v1/conversation_service';
import { v7 as newId } from 'uuid';
import { lockConversation, type LockedConversation, storeNewestSeq } from '../conversations/conversation-repo.js';
import { copilotError } from '../error-codes.js';
import { redactSecrets } from '../tools/redact-secrets.js';
import { type FreeDay, freeDayAt } from '../usage/free-days.js';
import { countByokTurn, countFreeTurn } from '../usage/usage-repo.js';
import { checkPayment, type PaymentRules, type TurnPayment } from './billing/turn-payment.js';
import { type EndingParts, endInTransaction } from './end-turn.js';
import { type DealPart, userParts } from './messages/message-parts.js';
import {
  countRunning,
  findNewestTurn,
  findSentTurn,
  insertMessages,
  insertTurn,
  listActiveTurns,
  type NewMessage,
} from './turn-repo.js';

const TURNS_MAX = 2;
const MESSAGES_MAX = 1_000;
const TITLE_LENGTH = 60;
/** Seconds until a user with the maximum of running turns should retry. */
const BUSY_SECONDS = 10;

/** The limits that apply to a turn. */
export interface TurnRules extends EndingParts, PaymentRules {
  readonly timeZone: string;
  /** The clock of the days by which turns are counted. */
  readonly now: () => Date;
}

/** The user's wish for a turn. */
interface TurnRequest {
  readonly ownerId: string;
  /** The session under which the turn continues. */
  readonly sessionId: string;
  readonly conversationId: string;
  /** The chosen route. */
  readonly payment: TurnPayment;
}

/**
 * Stores a message of the user and starts a turn that answers it; a message sent before returns its turn. Throws NOT_FOUND, TURN_IN_PROGRESS,
 * CONFLICT, RATE_LIMITED, FREE_DAILY_LIMIT_REACHED and what `checkPayment` throws, storing nothing.
 */
export async function createTurn(
  tx: Tx,
  rules: TurnRules,
  request: TurnRequest & {
    readonly text: string;
    readonly clientMessageId: string | null;
    readonly deal?: DealPart['data'] | undefined;
  },
): Promise<Turn> {
  const { ownerId, sessionId, clientMessageId } = request;
  const conversation = await lockOwn(tx, request);
  const sent = clientMessageId === null ? null : await findSentTurn(tx, conversation.id, clientMessageId);
  if (sent) return sent;
  await checkBegin(tx, rules, request, conversation);

  const text = redactSecrets(request.text);
  const askedSeq = conversation.lastSeq + 1;
  const turn = { id: newId(), conversationId: conversation.id, ownerId, sessionId, askedSeq, clientMessageId };
  const begun = await beginTurn(tx, rules, request, turn);
  const question = {
    id: newId(),
    conversationId: conversation.id,
    turnId: turn.id,
    seq: askedSeq,
    role: 'user' as const,
    parts: userParts(text, request.deal),
  };
  await insertMessages(tx, [question, answerOf(turn, askedSeq + 1)]);
  await storeNewestSeq(tx, conversation.id, askedSeq + 1, titleOf(text));
  return begun;
}

/** Retries the newest turn. Throws CONFLICT unless it failed or was stopped, and as `createTurn` does. */
export async function retryTurn(tx: Tx, rules: TurnRules, request: TurnRequest): Promise<Turn> {
  const conversation = await lockOwn(tx, request);
  const newest = await findNewestTurn(tx, conversation.id);
  if (newest?.status !== 'failed' && newest?.status !== 'stopped') {
    if (newest?.status === 'running' || newest?.status === 'awaiting_approval') throw inProgress();
    throw appError(
      'CONFLICT',
      `There is nothing to retry: ${newest ? 'the last message has an answer' : 'the conversation has no message yet'}.`,
    );
  }
  await checkBegin(tx, rules, request, conversation);

  const { askedSeq } = newest;
  const turn = {
    id: newId(),
    conversationId: conversation.id,
    ownerId: request.ownerId,
    sessionId: request.sessionId,
    askedSeq,
    clientMessageId: null,
  };
  const begun = await beginTurn(tx, rules, request, turn);
  await insertMessages(tx, [answerOf(turn, conversation.lastSeq + 1)]);
  await storeNewestSeq(tx, conversation.id, conversation.lastSeq + 1, '');
  return begun;
}

async function lockOwn(tx: Tx, { ownerId, conversationId }: TurnRequest): Promise<LockedConversation> {
  const conversation = await lockConversation(tx, ownerId, conversationId);
  if (!conversation) throw noSuch('conversation');
  return conversation;
}

async function checkBegin(
  tx: Tx,
  rules: TurnRules,
  { ownerId, payment }: TurnRequest,
  conversation: LockedConversation,
): Promise<void> {
  const { outbox } = rules;
  await checkPayment(tx, ownerId, payment, rules);
  const active = (await listActiveTurns(tx, [conversation.id])).get(conversation.id);
  if (active?.status === 'running') throw inProgress();
  if (conversation.lastSeq + 2 > MESSAGES_MAX) {
    throw appError('CONFLICT', `A conversation has at most ${MESSAGES_MAX} messages. Start a new one.`);
  }
  if ((await countRunning(tx, ownerId, TURNS_MAX)) >= TURNS_MAX) {
    throw rateLimited(
      `The copilot is already answering ${TURNS_MAX} of your messages. Wait for one of the answers.`,
      { name: 'copilot-turns', tries: TURNS_MAX, windowSeconds: BUSY_SECONDS },
      BUSY_SECONDS,
    );
  }
  // Sending another message withdraws the open approvals.
  if (active) await endInTransaction(tx, { outbox }, active.id, { status: 'stopped' });
}

/** Counts the turn, and stores it. Throws FREE_DAILY_LIMIT_REACHED. */
async function beginTurn(
  tx: Tx,
  { timeZone, now: clock }: TurnRules,
  { ownerId, payment }: TurnRequest,
  turn: Omit<Parameters<typeof insertTurn>[1], 'day' | 'billing'>,
): Promise<Turn> {
  const now = clock();
  const freeDay = freeDayAt(now, timeZone);
  const { day } = freeDay;
  const { billing } = payment;
  if (billing === 'byok') await countByokTurn(tx, ownerId, day);
  else if (!(await countFreeTurn(tx, ownerId, day, payment.limit))) throw limitReached(payment.limit, now, freeDay);
  return insertTurn(tx, { ...turn, day, billing });
}

function limitReached(limit: number, now: Date, { resetAt }: FreeDay) {
  return copilotError(
    'FREE_DAILY_LIMIT_REACHED',
    `You have used the ${limit} free turns of today. More come at ${resetAt.toISOString()}.`,
    {
      data: { limit, used: limit, resetAt: resetAt.toISOString() },
      retryAfterSeconds: Math.ceil((resetAt.getTime() - now.getTime()) / 1_000),
    },
  );
}

/** The message of a turn, before any output. */
function answerOf(
  { id, conversationId }: { readonly id: string; readonly conversationId: string },
  seq: number,
): NewMessage {
  return { id: newId(), conversationId, turnId: id, seq, role: 'assistant', parts: [] };
}

function inProgress() {
  return copilotError('TURN_IN_PROGRESS', 'The copilot is still answering here. Wait for it, or stop it.');
}

/** The beginning of a message, cut at a word boundary if possible. */
function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line
    .slice(0, TITLE_LENGTH)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE_LENGTH / 2)).trimEnd()}…`;
}
