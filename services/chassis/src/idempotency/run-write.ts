import { currentCall, type CallContext } from '../calls/call-context.js';
import { AppError, appError } from '../errors/app-error.js';
import type { UnaryMethod } from '../grpc/methods.js';
import type { Db, Pool } from '../postgres/pool.js';
import type { Principal } from '../calls/principal.js';
import { inTransaction, type Tx } from '../postgres/transaction.js';
import { reportToolCall, type ToolCallReport } from '../tool-calls/report-tool-call.js';
import { IdempotencyKey } from './idempotency-key.js';
import { claimId, findAnswer, insertAnswer } from './idempotency-repo.js';

/** The work of a write, within its transaction, with what was prepared before that. */
export type WriteWork<Answer, Before> = (tx: Tx, before: Before) => Promise<Answer>;

/** Where a write happens: the database, and how what agents change there is reported; null when nothing is. */
export interface WriteTarget {
  readonly pool: Pool;
  readonly toolCalls: ToolCallReport | null;
}

/** What surrounds the transaction of a write. Neither runs for a repeated call that gets its answer again. */
export interface AroundWrite<Answer, Before> {
  /** What must not be inside the transaction: hashing, calls to other services, limits. Runs once. */
  readonly before?: (() => Promise<Before>) | undefined;
  /** Runs the transaction when its turn has come, and again where that helps; not at all, and nothing is recorded, where nothing changes. */
  readonly inTurn?: ((transact: () => Promise<Answer>, before: Before) => Promise<Answer>) | undefined;
  /** It is a part of another service's write, which says what the agent did. */
  readonly isPart?: boolean | undefined;
}

/**
 * Runs the work of a writing method in one transaction and, when the call has an idempotency key, at most once: the answer is
 * stored with the change, and a repeated call gets it again for 24 hours, with `replayed` set on the call. Work that throws stores
 * nothing. The key counts per caller (a person, or each connection of an agent), operation and method. A call without a verified
 * caller has no use for a key. What an agent has changed is reported with the change (see `WriteTarget`), an answer that is given
 * again is not.
 *
 * Throws `conflict` IDEMPOTENCY_IN_PROGRESS while the first call is still at work, and `key_reused` IDEMPOTENCY_KEY_REUSED when
 * the key comes back with another request.
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
    // What the first call has changed meanwhile may be why this one was refused.
    const meanwhile = await findEarlier(pool).catch((failure: unknown) => {
      throw failure instanceof AppError && failure.kind === 'key_reused' ? failure : error;
    });
    if (meanwhile) return meanwhile.answer;
    throw error;
  }
}

/** The same for an answer that may not be repeated. */
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
 * Names the write of the running call, as its idempotency key and caller do; undefined for a call without a key. For services that keep
 * longer than 24 hours what a write has made: work that finds it made already says so with `markReplayed` and answers it.
 */
export function writeIdOf({ path }: { readonly path: string }): Buffer | undefined {
  const call = currentCall();
  return call && keyOf(call, path)?.id();
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
  // A key of the user is none of what acts for them.
  return ['user', principal.userId, ...(principal.through === undefined ? [] : [principal.through])];
}

function userIdOf({ principal }: CallContext): string | undefined {
  return principal === undefined || principal.kind === 'service' ? undefined : principal.userId;
}

function keyReused(): AppError {
  return appError(
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotency key was used before with another request. Use a new key for a new request.',
  );
}

function inProgress(): AppError {
  return appError(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this idempotency key is still being worked on. Repeat it in a moment to get its answer.',
    { retryAfterSeconds: 1 },
  );
}
