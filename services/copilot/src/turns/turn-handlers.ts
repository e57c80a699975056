import { appError, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { RateLimit } from '@svc/chassis/limits/rate-limit';
import type { Pool } from '@svc/chassis/postgres/pool';
import { TurnService as methods } from '@svc/proto/copilot/v1/conversation_service';
import { applyDecision } from '../approvals/apply-decision.js';
import { decideAsUser, type DecidingParts } from '../approvals/decide-approval.js';
import { findAnswer, lockConversation } from '../conversations/conversation-repo.js';
import { type PaymentParts, readPayment, type TurnPayment } from './billing/turn-payment.js';
import { createTurn, retryTurn, type TurnRules } from './create-turn.js';
import { endInTransaction } from './end-turn.js';
import { followTurn } from './follow-turn.js';
import { failureOf } from './stored-failure.js';
import { findFollowedTurn, requestStop } from './turn-repo.js';
import type { TurnRuns } from './turn-runs.js';

export interface TurnHandlerParts extends TurnRules, PaymentParts, DecidingParts {
  readonly pool: Pool;
  readonly write: Write;
  readonly runs: TurnRuns;
  /** Limits messages of a user per minute. */
  readonly messages: Pick<RateLimit, 'countTry'>;
}

/** Turns of the copilot. */
export function turnHandlers(parts: TurnHandlerParts): ServiceHandlers<typeof methods> {
  const { pool, write, runs, messages } = parts;
  const beforeTurn = async (userId: string): Promise<TurnPayment> => {
    await messages.countTry(userId);
    return readPayment(userId, parts);
  };
  return {
    createTurn: write(methods.createTurn, {
      before: (_request, { user }) => beforeTurn(user.userId),
      work: async (tx, { clientMessageId = null, dealId = null, dealName, ...message }, { signedIn }, payment) => {
        const { userId: ownerId, sessionId } = signedIn;
        const deal = dealId === null ? undefined : { id: dealId, name: dealName ?? '' };
        return {
          turn: await createTurn(tx, parts, { ...message, ownerId, sessionId, payment, clientMessageId, deal }),
        };
      },
    }),
    retryTurn: write(methods.retryTurn, {
      before: (_request, { user }) => beforeTurn(user.userId),
      work: async (tx, { conversationId }, { signedIn }, payment) => {
        const { userId: ownerId, sessionId } = signedIn;
        return { turn: await retryTurn(tx, parts, { ownerId, sessionId, conversationId, payment }) };
      },
    }),
    stopTurn: write(methods.stopTurn, async (tx, { conversationId }, { user }) => {
      if (!(await lockConversation(tx, user.userId, conversationId))) throw noSuch('conversation');
      const turn = await requestStop(tx, conversationId);
      // A waiting turn belongs to no process, so it ends here.
      if (!turn || turn.isHeld) return { turn };
      await endInTransaction(tx, parts, turn.id, { status: 'stopped' });
      return { turn: { ...turn, status: 'stopped' } };
    }),
    decideApproval: write(methods.decideApproval, {
      before: (request) => decideAsUser(parts, request),
      work: async (tx, _request, { signedIn }, decision) => {
        const { userId, sessionId } = signedIn;
        // While the turn is still requesting approvals, identity must report the decision again.
        await applyDecision(tx, { ...decision, sessionId });
        return { turn: await findFollowedTurn(tx, userId, decision.turnId) };
      },
    }),
    noteDecision: write(methods.noteDecision, {
      work: async (tx, { status, ...decision }) => {
        if (status !== 'approved' && status !== 'denied') throw invalidInput('status', 'must be approved or denied.');
        if (await applyDecision(tx, { ...decision, status })) return;
        throw appError('UNAVAILABLE', 'The turn is not waiting for a decision yet. Send the decision again.');
      },
      after: async ({ turnId }) => runs.startSoon(turnId),
    }),
    getTurn: async ({ turnId, throwsFailure }, { user }) => {
      const [turn, message] = await Promise.all([
        findFollowedTurn(pool, user.userId, turnId),
        findAnswer(pool, user.userId, turnId),
      ]);
      if (!turn || !message) throw noSuch('turn');
      if (throwsFailure && turn.status === 'failed') throw failureOf(turn, parts.consentVersion);
      return { turn, message };
    },
    async *followTurn({ turnId }, { user, context }) {
      const { requestId, signal } = context;
      const following = { ...parts, ownerId: user.userId, requestId, signal };
      for await (const { part, isReplay } of followTurn(turnId, following)) {
        yield { partJson: JSON.stringify(part), isReplay };
      }
    },
  };
}
