import { createHash } from 'node:crypto';
import { currentCall, type CallContext } from '../call-context.js';
import { AppError } from '../errors/app-error.js';
import type { UnaryMethod } from '../grpc/methods.js';
import type { Pool } from '../postgres/pool.js';
import { inTransaction, type Tx } from '../postgres/transaction.js';
import { claimRecord, insertRecord, type IdempotencyRecord, type RecordId } from './idempotency-repo.js';

/**
 * Runs the work of a writing method in one transaction and, when the call has an idempotency key, at most once: the answer is
 * stored with the change, and a repeated call gets it again for 24 hours, with `replayed` set on the call. Work that throws stores
 * nothing. The key counts per caller, operation and method. A call without a verified caller has no use for a key.
 *
 * Throws `conflict` IDEMPOTENCY_IN_PROGRESS while the first call is still at work, and `key_reused` IDEMPOTENCY_KEY_REUSED when
 * the key comes back with another request.
 */
export async function runWrite<Request, Answer>(
  pool: Pool,
  method: UnaryMethod<Request, Answer>,
  request: Request,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const call = currentCall();
  const id = call && recordIdOf(call, method.path);
  if (!id) return inTransaction(pool, work);

  const inputHash = createHash('sha256').update(method.requestSerialize(request)).digest();
  return inTransaction(pool, async (tx) => {
    const { record, isOurs } = await claimRecord(tx, id);
    if (record) {
      const answer = method.responseDeserialize(storedAnswer(record, inputHash));
      call.replayed = true;
      return answer;
    }
    if (!isOurs) throw inProgress();
    const answer = await work(tx);
    const isStored = await insertRecord(tx, id, { inputHash, answer: method.responseSerialize(answer) });
    if (!isStored) throw inProgress();
    return answer;
  });
}

function recordIdOf(call: CallContext, method: string): RecordId | undefined {
  const { idempotencyKey: key, principal, actorId = '', operation = '' } = call;
  if (key === undefined || principal === undefined) return undefined;
  const caller = principal.kind === 'service' ? `service ${principal.service}` : `user ${principal.userId} ${actorId}`;
  return { caller, operation, method, key };
}

function storedAnswer(record: IdempotencyRecord, inputHash: Buffer): Buffer {
  if (record.inputHash.equals(inputHash)) return record.answer;
  throw new AppError(
    'key_reused',
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotency key was used before with another request. Use a new key for a new request.',
  );
}

function inProgress(): AppError {
  return new AppError(
    'conflict',
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this idempotency key is still being worked on. Repeat it in a moment to get its answer.',
    { retryAfterSeconds: 1 },
  );
}
