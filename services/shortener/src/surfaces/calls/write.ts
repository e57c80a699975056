import { jsonMethod } from '@svc/chassis/idempotency/json-method';
import { runWrite, type AroundWrite, type WriteWork } from '@svc/chassis/idempotency/run-write';
import type { HostParts } from './host-parts.js';

/**
 * A write of this host in one transaction; with an idempotency key at most once, and then its answer is given again. Of the
 * input, which is all that makes it another request, a hash is kept; of the answer, its JSON.
 */
export function write<Answer extends object, Before = undefined>(
  parts: HostParts,
  operation: string,
  input: object,
  work: WriteWork<Answer, Before>,
  around?: AroundWrite<Answer, Before>,
): Promise<Answer> {
  return runWrite(parts, jsonMethod<object, Answer>(`/shortener/${operation}`), input, work, around);
}
