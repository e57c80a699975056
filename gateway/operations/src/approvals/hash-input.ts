import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Returns the SHA-256 of an input's canonical JSON (RFC 8785). */
export function hashInput(input: object): Buffer {
  const plain = JSON.parse(JSON.stringify(input)) as object;
  return createHash('sha256')
    .update(canonicalize(plain) ?? '')
    .digest();
}
