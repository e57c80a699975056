import { type CryptoKey, SignJWT } from 'jose';
import type { Principal } from '../calls/principal.js';
import { ANY_SERVICE, ASSERTION_SECONDS, ISSUER } from './claims.js';

/** A private Ed25519 key with its id. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/**
 * A compact EdDSA JWT (RFC 8037) that proves the principal to the services of the audience for 60 seconds from `now`; to every service when the
 * audience is empty.
 */
export function signAssertion(
  principal: Principal,
  key: SigningKey,
  { audience = [], now = new Date() }: { readonly audience?: readonly string[]; readonly now?: Date } = {},
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ principal })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(audience.length === 0 ? ANY_SERVICE : [...audience, ANY_SERVICE])
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_SECONDS)
    .sign(key.privateKey);
}
