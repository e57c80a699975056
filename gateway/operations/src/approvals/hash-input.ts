import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** SHA-256 of the canonical JSON (RFC 8785) of an input. */
export function hashInput(input: object): Buffer {
  const plain = JSON.parse(JSON.stringify(input)) as object;
  return createHash('sha256')
    .update(canonicalize(plain) ?? '')
    .digest();
}
