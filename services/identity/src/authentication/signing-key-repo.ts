import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** A stored key pair; the private half is encrypted. */
export interface SigningKeyRow {
  readonly kid: string;
  readonly publicJwk: object;
  readonly encryptedPrivateJwk: string;
  readonly ageSeconds: number;
}

/** Lists the ten newest keys, newest first. */
export async function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db.list<SigningKeyRow>(
    `select kid,
            public_jwk            as "publicJwk",
            encrypted_private_jwk as "encryptedPrivateJwk",
            extract(epoch from now() - created_at)::float8 as "ageSeconds"
       from identity.signing_keys
      order by created_at desc, kid limit 10`,
  );
}

/** Serializes the check whether a new key is needed, across replicas. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('signing keys', 0))`);
}

export async function insertSigningKey(
  tx: Tx,
  key: { kid: string; publicJwk: object; encryptedPrivateJwk: string },
): Promise<void> {
  await tx.query(
    `insert into identity.signing_keys (kid, public_jwk, encrypted_private_jwk)
     values ($1, $2, $3)`,
    [key.kid, JSON.stringify(key.publicJwk), key.encryptedPrivateJwk],
  );
}

/** Stores a key's resealed private half, unless another process has already done so. */
export async function updateSealedKey(db: Db, before: SigningKeyRow, encryptedPrivateJwk: string): Promise<void> {
  await db.query(
    `update identity.signing_keys
        set encrypted_private_jwk = $3
      where kid = $1
        and encrypted_private_jwk = $2`,
    [before.kid, before.encryptedPrivateJwk, encryptedPrivateJwk],
  );
}

/** Deletes keys whose signatures have all expired. */
export async function deleteOldSigningKeys(tx: Tx, olderThanSeconds: number): Promise<void> {
  await tx.query(`delete from identity.signing_keys where created_at < now() - make_interval(secs => $1)`, [
    olderThanSeconds,
  ]);
}
