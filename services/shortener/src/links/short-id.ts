import { randomInt } from 'node:crypto';
import { invalidSlug, reservedSlug } from './link-errors.js';
import { isReserved } from './reserved-words.js';

/** Base58: no character that can be taken for another one. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 7;

const SLUG = /^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/;

/** A short id that nobody can guess and that no address of the service has: 7 characters. It may be taken already. */
export function newShortId(): string {
  for (;;) {
    const shortId = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    if (!isReserved(shortId)) return shortId;
  }
}

/** Throws `invalid_slug` or `reserved_slug`. */
export function checkSlug(slug: string): void {
  if (!SLUG.test(slug)) throw invalidSlug();
  if (isReserved(slug)) throw reservedSlug(slug);
}

const KEY = /^[a-z0-9][a-z0-9_-]{2,63}$/;

/** Whether a link can have this short id, in lower case; what is none need not be looked for. */
export function isShortIdKey(key: string): boolean {
  return KEY.test(key) && !isReserved(key);
}
