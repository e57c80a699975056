import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A write under a key: its id, and the hash of its input. */
export interface WriteKey {
  readonly id: Buffer;
  readonly inputHash: Buffer;
}

/**
 * Derived from a caller's idempotency key, which is never stored: a reader of the table can neither read the answers nor guess what the requests
 * contained.
 */
export class IdempotencyKey {
  readonly #key: string;
  readonly #scope: string;

  /** `scope` limits where the key applies: caller, operation and method. */
  constructor(key: string, scope: readonly string[]) {
    this.#key = key;
    this.#scope = JSON.stringify(scope);
  }

  /** Identifies the write. */
  id(): Buffer {
    return this.#derive('id').digest();
  }

  hashInput(input: Buffer): Buffer {
    return this.#derive('input').update(input).digest();
  }

  encrypt(answer: Buffer): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#derive('answer').digest(), iv);
    return Buffer.concat([iv, cipher.update(answer), cipher.final(), cipher.getAuthTag()]);
  }

  decrypt(stored: Buffer): Buffer {
    const decipher = createDecipheriv(CIPHER, this.#derive('answer').digest(), stored.subarray(0, IV_BYTES));
    decipher.setAuthTag(stored.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(stored.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  }

  #derive(purpose: string) {
    return createHmac('sha256', this.#key).update(`${purpose} ${this.#scope} `);
  }
}
