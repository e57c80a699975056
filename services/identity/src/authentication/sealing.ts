import { compactDecrypt, CompactEncrypt } from 'jose';

/** What was sealed, and the secret that has opened it. */
export interface Opened {
  readonly secret: Uint8Array;
  readonly plaintext: Uint8Array;
}

/** Encrypts what only this service may read, with a secret of 32 bytes. */
export function seal(plaintext: Uint8Array, secret: Uint8Array): Promise<string> {
  return new CompactEncrypt(plaintext).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(secret);
}

/** The opposite; a second secret is there while the first takes its place. Rejects when none of them opens it. */
export async function open(sealed: string, secrets: readonly Uint8Array[]): Promise<Opened> {
  const attempts = secrets.map(async (secret) => ({
    secret,
    plaintext: (await compactDecrypt(sealed, secret)).plaintext,
  }));
  return Promise.any(attempts);
}
