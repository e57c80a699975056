import { randomText } from '@svc/chassis/credentials/random-text';
import { shortenerError } from '../error-codes.js';
import { invalidSlug } from './link-errors.js';
import { isReserved } from './reserved-words.js';

const LENGTH = 7;

const SLUG = /^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/;

/** An unguessable short id of 7 characters that is not an address of the service. It may be taken already. */
export function newShortId(): string {
  for (;;) {
    const shortId = randomText(LENGTH);
    if (!isReserved(shortId)) return shortId;
  }
}

/** Throws `invalid_slug` or `reserved_slug`. */
export function checkSlug(slug: string): void {
  if (!SLUG.test(slug)) throw invalidSlug();
  if (isReserved(slug)) {
    throw shortenerError('reserved_slug', `The slug ${slug} is reserved for the service. Choose another one.`);
  }
}

const KEY = /^[a-z0-9][a-z0-9_-]{2,63}$/;

/**
 * Whether a short id, in lower case, has a valid form; others need no lookup. This includes reserved words: a link created before its short id was
 * reserved still opens.
 */
export function isShortIdKey(key: string): boolean {
  return KEY.test(key);
}
