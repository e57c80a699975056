import { compactDecrypt, CompactEncrypt } from 'jose';

/** An opened value, and the secret that opened it. */
export interface Opened {
  readonly secret: Uint8Array;
  readonly plaintext: Uint8Array;
}

/** Encrypts data for this service alone, with a secret of 32 bytes. */
export function seal(plaintext: Uint8Array, secret: Uint8Array): Promise<string> {
  return new CompactEncrypt(plaintext).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(secret);
}

/** Decrypts a value; a second secret works while the first replaces it. Rejects when neither opens it. */
export async function open(sealed: string, secrets: readonly Uint8Array[]): Promise<Opened> {
  const attempts = secrets.map(async (secret) => ({
    secret,
    plaintext: (await compactDecrypt(sealed, secret)).plaintext,
  }));
  return Promise.any(attempts);
}
