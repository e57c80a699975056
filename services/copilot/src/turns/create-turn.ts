import { appError, noSuch, rateLimited } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Turn } from '@svc/proto/copilot/v1/conversation_service';
import { v7 as newId } from 'uuid';
import { lockConversation, storeSaid, type LockedConversation } from '../conversations/conversation-repo.js';
import { copilotError } from '../error-codes.js';
import type { PoolModel } from '../models/pool-models.js';
import { redactSecrets } from '../redact-secrets.js';
import { checkConsent } from '../settings/check-consent.js';
import { freeDayAt } from '../settings/free-days.js';
import { countFreeTurn } from '../settings/usage-repo.js';
import { endInTransaction, type EndingParts } from './end-turn.js';
import { userParts, type DealPart } from './message-parts.js';
import { countRunning, findActive, findNewestTurn, findSentTurn, insertMessage, insertTurn } from './turn-repo.js';

const TURNS_MAX = 2;
const MESSAGES_MAX = 1_000;
const TITLE_LENGTH = 60;
/** Seconds after which a user whose turns all run may try again. */
const BUSY_SECONDS = 10;

/** What a turn is checked against. */
export interface TurnRules extends EndingParts {
  readonly models: readonly PoolModel[];
  readonly timeZone: string;
  /** The clock of the days that turns count for. */
  readonly now: () => Date;
  readonly consentVersion: string;
}

interface Asked {
  readonly ownerId: string;
  /** As which the turn goes on. */
  readonly sessionId: string;
  readonly conversationId: string;
  /** Free turns of a day; 0 is unlimited. */
  readonly limit: number;
}

/**
 * Keeps a message of the user and begins a turn that answers it; one that was sent before gives its turn. Throws NOT_FOUND,
 * MODEL_NOT_CONFIGURED, CONSENT_REQUIRED, TURN_IN_PROGRESS, CONFLICT, RATE_LIMITED and FREE_DAILY_LIMIT_REACHED, and keeps nothing then.
 */
export async function createTurn(
  tx: Tx,
  rules: TurnRules,
  asked: Asked & {
    readonly text: string;
    readonly clientMessageId: string | null;
    readonly deal?: DealPart['data'] | undefined;
  },
): Promise<Turn> {
  const { ownerId, sessionId, clientMessageId } = asked;
  const conversation = await lockOwn(tx, asked);
  const sent = clientMessageId === null ? null : await findSentTurn(tx, conversation.id, clientMessageId);
  if (sent) return sent;
  await checkBegin(tx, rules, asked, conversation);

  const text = redactSecrets(asked.text);
  const askedSeq = conversation.lastSeq + 1;
  const turn = { id: newId(), conversationId: conversation.id, ownerId, sessionId, askedSeq, clientMessageId };
  const begun = await beginTurn(tx, rules, asked, turn);
  await insertMessage(tx, {
    id: newId(),
    conversationId: conversation.id,
    turnId: turn.id,
    seq: askedSeq,
    role: 'user',
    parts: userParts(text, asked.deal),
  });
  await insertAnswer(tx, turn, askedSeq + 1);
  await storeSaid(tx, conversation.id, askedSeq + 1, titleOf(text));
  return begun;
}

/** Retries the newest turn. Throws CONFLICT unless that has failed or was stopped, and as `createTurn` does. */
export async function retryTurn(tx: Tx, rules: TurnRules, asked: Asked): Promise<Turn> {
  const conversation = await lockOwn(tx, asked);
  const newest = await findNewestTurn(tx, conversation.id);
  if (newest?.status !== 'failed' && newest?.status !== 'stopped') {
    if (newest?.status === 'running' || newest?.status === 'awaiting_approval') throw inProgress();
    throw appError('CONFLICT', 'There is nothing to try again: the last message is answered.');
  }
  await checkBegin(tx, rules, asked, conversation);

  const { askedSeq } = newest;
  const turn = {
    id: newId(),
    conversationId: conversation.id,
    ownerId: asked.ownerId,
    sessionId: asked.sessionId,
    askedSeq,
    clientMessageId: null,
  };
  const begun = await beginTurn(tx, rules, asked, turn);
  await insertAnswer(tx, turn, conversation.lastSeq + 1);
  await storeSaid(tx, conversation.id, conversation.lastSeq + 1, '');
  return begun;
}

async function lockOwn(tx: Tx, { ownerId, conversationId }: Asked): Promise<LockedConversation> {
  const conversation = await lockConversation(tx, ownerId, conversationId);
  if (!conversation) throw noSuch('conversation');
  return conversation;
}

async function checkBegin(
  tx: Tx,
  { models, consentVersion, outbox }: TurnRules,
  { ownerId }: Asked,
  conversation: LockedConversation,
): Promise<void> {
  if (models.length === 0) {
    throw copilotError('MODEL_NOT_CONFIGURED', 'No copilot model is configured. Ask your administrator to set one up.');
  }
  await checkConsent(tx, ownerId, 'free', consentVersion);
  const active = (await findActive(tx, [conversation.id])).get(conversation.id);
  if (active?.status === 'running') throw inProgress();
  if (conversation.lastSeq + 2 > MESSAGES_MAX) {
    throw appError('CONFLICT', `A conversation has at most ${MESSAGES_MAX} messages. Start a new one.`);
  }
  if ((await countRunning(tx, ownerId, TURNS_MAX)) >= TURNS_MAX) {
    throw rateLimited(
      `The copilot answers ${TURNS_MAX} of your messages already. Wait for one of them.`,
      { name: 'copilot-turns', tries: TURNS_MAX, windowSeconds: BUSY_SECONDS },
      BUSY_SECONDS,
    );
  }
  // Who goes on talking wants something else than what they were asked.
  if (active) await endInTransaction(tx, { outbox }, active.id, { status: 'stopped' });
}

/** Counts the turn, and stores it. Throws FREE_DAILY_LIMIT_REACHED. */
async function beginTurn(
  tx: Tx,
  { timeZone, now: clock }: TurnRules,
  { ownerId, limit }: Asked,
  turn: Omit<Parameters<typeof insertTurn>[1], 'day'>,
): Promise<Turn> {
  const now = clock();
  const { day, resetAt } = freeDayAt(now, timeZone);
  if (!(await countFreeTurn(tx, ownerId, day, limit))) {
    throw copilotError(
      'FREE_DAILY_LIMIT_REACHED',
      `You have used the ${limit} free turns of today. More come at ${resetAt.toISOString()}.`,
      {
        data: { limit, used: limit, resetAt: resetAt.toISOString() },
        retryAfterSeconds: Math.ceil((resetAt.getTime() - now.getTime()) / 1_000),
      },
    );
  }
  return insertTurn(tx, { ...turn, day });
}

function insertAnswer(
  tx: Tx,
  { id, conversationId }: { readonly id: string; readonly conversationId: string },
  seq: number,
): Promise<void> {
  return insertMessage(tx, { id: newId(), conversationId, turnId: id, seq, role: 'assistant', parts: [] });
}

function inProgress() {
  return copilotError('TURN_IN_PROGRESS', 'The copilot is still answering here. Wait for it, or stop it.');
}

/** The beginning of a message, as whole words where that is possible. */
function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line
    .slice(0, TITLE_LENGTH)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE_LENGTH / 2)).trimEnd()}…`;
}
