import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether somebody knows a secret; the time that it takes tells nothing of it. What is not set is known by nobody. */
export function isSecret(given: string, expected: string | undefined): boolean {
  // Hashes have one length, and what is not set is compared as well.
  const isEqual = timingSafeEqual(sha256(given), sha256(expected ?? ''));
  return expected !== undefined && isEqual;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
