import { ASSERTION_SECONDS } from '@svc/chassis/assertions/claims';
import type { SigningKey } from '@svc/chassis/assertions/sign-assertion';
import { runInBackground } from '@svc/chassis/calls/call-context';
import { appError } from '@svc/chassis/errors/app-error';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { v7 as newId } from 'uuid';
import { open, seal } from './sealing.js';
import {
  deleteOldSigningKeys,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  type SigningKeyRow,
  updateSealedKey,
} from './signing-key-repo.js';

/** Milliseconds for which the stored keys are cached. */
const LOOK_INTERVAL_MS = 60_000;

export interface SigningKeys {
  /**
   * The current signing key; creates a new one when the newest has reached its maximum age. Throws AppError `unavailable` when the newest was
   * encrypted with another secret.
   */
  current(): Promise<SigningKey>;
  /** Throws the same errors as `current`. */
  check(db: Db): Promise<void>;
  /** Returns public keys whose signatures may still be valid, as JSON texts. */
  publicJwks(): Promise<string[]>;
}

export interface SigningKeyOptions {
  /** Secrets of 32 bytes that open the private keys; the first also seals them. A second one is set while the first replaces it. */
  readonly secrets: readonly Uint8Array[];
  readonly rotationDays: number;
}

/**
 * Ed25519 keys shared by all replicas. Their private halves are stored encrypted; services fetch a new key when they first see its id. A replaced key
 * stays published while an assertion signed with it can be valid.
 */
export function createSigningKeys(pool: Pool, { secrets, rotationDays }: SigningKeyOptions): SigningKeys {
  const rotationSeconds = rotationDays * 24 * 60 * 60;
  const [secret] = secrets;
  if (!secret) throw new Error('No secret encrypts the signing keys. Set SIGNING_KEY_SECRET.');
  let loaded: { readonly key: SigningKey; readonly usableUntil: number } | undefined;
  let loading: Promise<{ readonly key: SigningKey; readonly usableUntil: number }> | undefined;

  const load = async () => {
    const startedAt = performance.now();
    const newest = await rotate(pool, secret, rotationSeconds);
    const opened = await openPrivateKey(newest, secrets);
    if (opened.secret !== secret) await reseal(pool, newest, opened.privateJwk, secret);
    const secondsLeft = Math.max(rotationSeconds - newest.ageSeconds, 0);
    const usableUntil = startedAt + Math.min(LOOK_INTERVAL_MS, secondsLeft * 1_000);
    return { key: { kid: newest.kid, privateKey: opened.privateKey }, usableUntil };
  };

  return {
    async current() {
      if (loaded && performance.now() < loaded.usableUntil) return loaded.key;
      // Concurrent callers share one read of the keys (single flight), which must not end with the call that started it.
      loading ??= runInBackground(load).finally(() => (loading = undefined));
      loaded = await loading;
      return loaded.key;
    },
    async check(db) {
      if (loaded && performance.now() < loaded.usableUntil) return;
      const [newest] = await listSigningKeys(db);
      if (newest) await openPrivateKey(newest, secrets);
    },
    async publicJwks() {
      await this.current();
      const keys = await listSigningKeys(pool);
      return keys.map(({ kid, publicJwk }) => JSON.stringify({ ...publicJwk, kid, alg: 'EdDSA', use: 'sig' }));
    },
  };
}

/** Returns the newest key; creates one when none is young enough. */
async function rotate(pool: Pool, secret: Uint8Array, rotationSeconds: number): Promise<SigningKeyRow> {
  const isYoung = (key: SigningKeyRow | undefined): key is SigningKeyRow =>
    key !== undefined && key.ageSeconds < rotationSeconds;
  const [newest] = await listSigningKeys(pool);
  if (isYoung(newest)) return newest;
  return inTransaction(pool, async (tx) => {
    await lockSigningKeys(tx);
    const [newestNow] = await listSigningKeys(tx);
    if (isYoung(newestNow)) return newestNow;
    const made = await makeKey(secret);
    await insertSigningKey(tx, made);
    // A replica may continue signing with the old key until its cache expires.
    await deleteOldSigningKeys(tx, rotationSeconds + LOOK_INTERVAL_MS / 1_000 + ASSERTION_SECONDS);
    return { ...made, ageSeconds: 0 };
  });
}

async function makeKey(secret: Uint8Array) {
  const pair = await generateKeyPair('Ed25519', { extractable: true });
  const privateJwk = new TextEncoder().encode(JSON.stringify(await exportJWK(pair.privateKey)));
  const encryptedPrivateJwk = await seal(privateJwk, secret);
  return { kid: newId(), publicJwk: await exportJWK(pair.publicKey), encryptedPrivateJwk };
}

/** The private half of a stored key, with the secret that opened it. */
interface OpenedKey {
  readonly secret: Uint8Array;
  readonly privateJwk: Uint8Array;
  readonly privateKey: CryptoKey;
}

async function openPrivateKey(row: SigningKeyRow, secrets: readonly Uint8Array[]): Promise<OpenedKey> {
  const opened = await open(row.encryptedPrivateJwk, secrets).catch((cause: unknown) => {
    throw appError(
      'UNAVAILABLE',
      'SIGNING_KEY_SECRET does not open the signing keys in the database. Restore the secret that encrypted them.',
      { cause },
    );
  });
  const { secret, plaintext: privateJwk } = opened;
  const jwk = JSON.parse(new TextDecoder().decode(privateJwk)) as JWK;
  const privateKey = await importJWK(jwk, 'EdDSA');
  if (privateKey instanceof Uint8Array) throw new Error('The stored signing key is not a key pair.');
  return { secret, privateJwk, privateKey };
}

/** Reseals a key with the current secret, so that the old one can be dropped. Only the first of several replicas succeeds. */
async function reseal(pool: Pool, row: SigningKeyRow, privateJwk: Uint8Array, secret: Uint8Array): Promise<void> {
  await updateSealedKey(pool, row, await seal(privateJwk, secret));
}
