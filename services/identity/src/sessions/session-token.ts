import { createHash, randomBytes } from 'node:crypto';

/** Creates a token of 256 random bits for a session or a link, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored form of a token. A plain hash is enough, because the token has the entropy of a key. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
