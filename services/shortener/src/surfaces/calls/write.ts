import { jsonMethod } from '@svc/chassis/idempotency/json-method';
import {
  type AroundWrite,
  isAnswered as isMethodAnswered,
  runWrite,
  type WriteWork,
} from '@svc/chassis/idempotency/run-write';
import type { HostParts } from './host-parts.js';

/**
 * Runs a write in one transaction. With an idempotency key it runs at most once, and retries get the stored JSON answer. A hash of the
 * input detects a different request with the same key.
 */
export function write<Answer extends object, Before = undefined>(
  parts: HostParts,
  operation: string,
  input: object,
  work: WriteWork<Answer, Before>,
  around?: AroundWrite<Answer, Before>,
): Promise<Answer> {
  return runWrite(parts, methodOf<Answer>(operation), input, work, around);
}

/** Whether the current call is a retry of a write that has its answer, so that it needs no room of its own. */
export function isAnswered({ pool }: HostParts, operation: string): Promise<boolean> {
  return isMethodAnswered(pool, methodOf(operation));
}

function methodOf<Answer extends object>(operation: string) {
  return jsonMethod<object, Answer>(`/shortener/${operation}`);
}
