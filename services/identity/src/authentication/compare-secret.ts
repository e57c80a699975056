import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a candidate equals one of the secrets, in constant time. An unset secret never matches. */
export function isSecret(candidate: string, expected: readonly string[] = []): boolean {
  const hash = sha256(candidate);
  // Hashes have equal length, and the candidate is compared with all of them.
  return expected.map((secret) => timingSafeEqual(hash, sha256(secret))).includes(true);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
