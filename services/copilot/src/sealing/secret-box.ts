import { createHash } from 'node:crypto';
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose';

const ALGORITHMS = { alg: 'A256GCMKW', enc: 'A256GCM' } as const;
const KID_LENGTH = 8;

/** A secret as it is stored: a compact JWE, and the id of the key that opens it. */
export interface SealedSecret {
  readonly jwe: string;
  readonly keyId: string;
}

/** Thrown for a stored value that cannot be opened: none of our keys fits, or it was sealed for another place. */
export class Unopenable extends Error {
  override readonly name = 'Unopenable';
}

/**
 * Encrypts secrets of users. Each is sealed for one place, such as `memory.copilot_configs.byok_key:<userId>`, and opens for no other: a value copied
 * into another row or column is useless there.
 */
export interface SecretBox {
  /** Id of the key that seals. */
  readonly keyId: string;
  /** Id of the key that is being replaced and only opens. */
  readonly oldKeyId: string | undefined;
  seal(secret: string, place: string): Promise<SealedSecret>;
  /** Throws Unopenable. */
  open(jwe: string, place: string): Promise<string>;
}

/** Creates a box from 32-byte keys in base64url: the first seals, all open. */
export function createSecretBox([first, second]: readonly [first: string, ...others: string[]]): SecretBox {
  const current = readKey(first);
  const old = second === undefined ? undefined : readKey(second);
  return {
    keyId: current.id,
    oldKeyId: old?.id,
    async seal(secret, place) {
      const jwe = await new CompactEncrypt(new TextEncoder().encode(secret))
        .setProtectedHeader({ ...ALGORITHMS, kid: current.id, use: place })
        .encrypt(current.bytes);
      return { jwe, keyId: current.id };
    },
    async open(jwe, place) {
      const key = [current, old].find((each) => each !== undefined && each.id === keyIdOf(jwe));
      if (!key) throw new Unopenable('It was sealed with an unknown key.');
      const opened = await compactDecrypt(jwe, key.bytes, {
        keyManagementAlgorithms: [ALGORITHMS.alg],
        contentEncryptionAlgorithms: [ALGORITHMS.enc],
      }).catch((cause: unknown) => {
        throw new Unopenable('It has been changed.', { cause });
      });
      // The header is authenticated, so it can name the place.
      if (opened.protectedHeader['use'] !== place) throw new Unopenable('It was sealed for another place.');
      return new TextDecoder().decode(opened.plaintext);
    },
  };
}

function keyIdOf(jwe: string): unknown {
  try {
    return decodeProtectedHeader(jwe).kid;
  } catch {
    return undefined;
  }
}

function readKey(text: string): { readonly id: string; readonly bytes: Uint8Array } {
  const bytes = Buffer.from(text, 'base64url');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, KID_LENGTH), bytes: new Uint8Array(bytes) };
}
