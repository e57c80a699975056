import { randomInt } from 'node:crypto';

/** Consonants without look-alikes, so that codes neither spell words nor are misread (RFC 8628 section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const USER_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** A random code, without its dash. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}

/** Normalizes a typed code, in any case, with or without dash and spaces; null for an invalid one. */
export function readUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return USER_CODE.test(code) ? code : null;
}

/** `XXXX-XXXX`. */
export function showUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}
