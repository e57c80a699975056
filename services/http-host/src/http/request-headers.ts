import type { IncomingMessage } from 'node:http';
import { validationError } from '@svc/chassis/schemas/parse-input';

/** Printable ASCII, because the key must pass unchanged through headers of other protocols. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** Reads the version in `If-Match: "<version>"`; null without the header or for `*`. Throws VALIDATION_ERROR for any other value. */
export function readExpectedVersion(request: IncomingMessage): number | null {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (version === undefined) {
    throw validationError([{ path: 'If-Match', message: 'must be the ETag of the record, such as "3".' }]);
  }
  return Number(version);
}

/** Reads the idempotency key of a write; undefined without one. Throws VALIDATION_ERROR for an invalid key. */
export function readIdempotencyKey(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method === 'GET' || request.method === 'HEAD' || key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw validationError([{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters.' }]);
}
