import { type CallContext, currentCall } from '../calls/call-context.js';
import type { Principal } from '../calls/principal.js';
import { AppError, appError } from '../errors/app-error.js';
import type { UnaryMethod } from '../grpc/methods.js';
import type { Db, Pool } from '../postgres/pool.js';
import { inTransaction, type Tx } from '../postgres/transaction.js';
import { reportToolCall, type ToolCallReport } from '../tool-calls/report-tool-call.js';
import { IdempotencyKey, type WriteKey } from './idempotency-key.js';
import { claimId, findAnswer, insertAnswer } from './idempotency-repo.js';

/** The work of a write, within its transaction, with the prepared values. */
export type WriteWork<Answer, Before> = (tx: Tx, before: Before) => Promise<Answer>;

/** The database that a write changes, and how agents' changes there are reported; null when they are not. */
export interface WriteTarget {
  readonly pool: Pool;
  readonly toolCalls: ToolCallReport | null;
}

/** Work around the transaction of a write. None of it runs for a repeated call that gets a stored answer. */
export interface AroundWrite<Answer, Before> {
  /** Work that must not be inside the transaction: hashing, calls to other services, limits. Runs once. */
  readonly before?: (() => Promise<Before>) | undefined;
  /**
   * Controls when the transaction runs, and may run it again after a failure. When nothing needs to change it may skip the transaction; nothing is
   * stored then.
   */
  readonly inTurn?: ((transact: () => Promise<Answer>, before: Before) => Promise<Answer>) | undefined;
  /** Set for a write that is part of another service's write, which records the agent's action. */
  readonly isPart?: boolean | undefined;
}

/**
 * Runs the work of a write method in one transaction and, when the call has an idempotency key, at most once: the answer is stored with the change
 * and replayed to repeated calls for 24 hours, with `replayed` set on the call. Work that throws stores nothing. The key applies per caller (a
 * person, or each connection of an agent), operation and method, and is ignored in a call without a verified caller. An agent's change is reported
 * with the change (see `WriteTarget`); a repeated answer is not.
 *
 * Throws `conflict` IDEMPOTENCY_IN_PROGRESS while the first call is still running, and `key_reused` IDEMPOTENCY_KEY_REUSED when the key is reused
 * with another request.
 */
export async function runWrite<Request, Answer, Before = undefined>(
  { pool, toolCalls }: WriteTarget,
  method: UnaryMethod<Request, Answer>,
  request: Request,
  work: WriteWork<Answer, Before>,
  around: AroundWrite<Answer, Before> = {},
): Promise<Answer> {
  const call = currentCall();
  const reported: WriteWork<Answer, Before> = async (tx, before) => {
    const answer = await work(tx, before);
    if (!around.isPart && !call?.replayed) await reportToolCall(tx, toolCalls, request, answer);
    return answer;
  };
  const key = call && keyOf(call, method.path);
  if (!key) return runUnrecorded(pool, reported, around);

  const id = key.id();
  const inputHash = key.hashInput(method.requestSerialize(request));
  const findEarlier = async (db: Db): Promise<{ readonly answer: Answer } | undefined> => {
    const stored = await findAnswer(db, id);
    if (!stored) return undefined;
    if (!stored.inputHash.equals(inputHash)) throw keyReused();
    call.replayed = true;
    return { answer: method.responseDeserialize(key.decrypt(stored.answer)) };
  };
  const recorded: WriteWork<Answer, Before> = async (tx, before) => {
    const isOurs = await claimId(tx, id);
    const earlier = await findEarlier(tx);
    if (earlier) return earlier.answer;
    if (!isOurs) throw inProgress();
    const answer = await reported(tx, before);
    const encrypted = key.encrypt(method.responseSerialize(answer));
    await insertAnswer(tx, { id, userId: userIdOf(call), inputHash, answer: encrypted });
    return answer;
  };
  if (!around.before && !around.inTurn) return runUnrecorded(pool, recorded);
  const earlier = await findEarlier(pool);
  if (earlier) return earlier.answer;
  try {
    return await runUnrecorded(pool, recorded, around);
  } catch (error) {
    // The first call's change may have caused this refusal.
    const meanwhile = await findEarlier(pool).catch((failure: unknown) => {
      throw failure instanceof AppError && failure.kind === 'key_reused' ? failure : error;
    });
    if (meanwhile) return meanwhile.answer;
    throw error;
  }
}

/** The same for a write whose answer is not stored. */
export async function runUnrecorded<Answer, Before>(
  pool: Pool,
  work: WriteWork<Answer, Before>,
  { before, inTurn }: AroundWrite<Answer, Before> = {},
): Promise<Answer> {
  const prepared = (await before?.()) as Before;
  const transact = (): Promise<Answer> => inTransaction(pool, (tx) => work(tx, prepared));
  return inTurn ? inTurn(transact, prepared) : transact();
}

/**
 * Identifies the write of the current call by its idempotency key, caller and input; undefined without a key. For services that keep the result of a
 * write longer than 24 hours: a write that finds its result already stored calls `markReplayed` and returns it, or throws `keyReused` when the input
 * differs.
 */
export function writeKeyOf<Request>(
  { path, requestSerialize }: Pick<UnaryMethod<Request, unknown>, 'path' | 'requestSerialize'>,
  request: Request,
): WriteKey | undefined {
  const call = currentCall();
  const key = call && keyOf(call, path);
  return key && { id: key.id(), inputHash: key.hashInput(requestSerialize(request)) };
}

/**
 * Whether an answer of this method is stored under the current call's key, for any input. Checks that only protect a new write can then be skipped,
 * because `runWrite` returns that answer or refuses the input.
 */
export async function isAnswered(db: Db, { path }: Pick<UnaryMethod<unknown, unknown>, 'path'>): Promise<boolean> {
  const call = currentCall();
  const key = call && keyOf(call, path);
  return key !== undefined && (await findAnswer(db, key.id())) !== undefined;
}

export function markReplayed(): void {
  const call = currentCall();
  if (call) call.replayed = true;
}

function keyOf(call: CallContext, method: string): IdempotencyKey | undefined {
  const { idempotencyKey, principal, operation = '' } = call;
  if (idempotencyKey === undefined || principal === undefined) return undefined;
  return new IdempotencyKey(idempotencyKey, [...callerOf(principal), operation, method]);
}

function callerOf(principal: Principal): string[] {
  if (principal.kind === 'service') return ['service', principal.service];
  if (principal.kind === 'agent') return ['agent', principal.userId, principal.agent.requestId ?? 'adapter'];
  // A user's keys are separate from those of anything that acts for the user.
  return ['user', principal.userId, ...(principal.through === undefined ? [] : [principal.through])];
}

function userIdOf({ principal }: CallContext): string | undefined {
  return principal === undefined || principal.kind === 'service' ? undefined : principal.userId;
}

export function keyReused(): AppError {
  return appError(
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotency key (for agents, the request id) was used before with another request. Use a new one for a new request.',
  );
}

function inProgress(): AppError {
  return appError(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this idempotency key is still running. Repeat it in a moment to get its response.',
    { retryAfterSeconds: 1 },
  );
}
