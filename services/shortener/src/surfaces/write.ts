import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { HostParts } from './host-parts.js';

/**
 * A write of this host in one transaction; with an idempotency key at most once, and then its answer is given again. Input and
 * answer are kept as JSON.
 */
export function write<Answer extends object>(
  { pool }: HostParts,
  operation: string,
  input: object,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const codec = {
    path: `/shortener/${operation}`,
    requestSerialize: toJson,
    requestDeserialize: (bytes: Buffer) => fromJson(bytes) as object,
    responseSerialize: toJson,
    responseDeserialize: (bytes: Buffer) => fromJson(bytes) as Answer,
  };
  return runWrite(pool, codec, input, work);
}

function toJson(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function fromJson(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString());
}
