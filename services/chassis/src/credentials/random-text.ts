import { randomInt } from 'node:crypto';

/** Base58: no character that can be taken for another one. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Text that cannot be guessed and that people can read out: each character is one of 58. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
