import { SignJWT, type CryptoKey } from 'jose';
import type { Principal } from '../principal.js';
import { ASSERTION_SECONDS, AUDIENCE, ISSUER } from './claims.js';

/** A private Ed25519 key and its id. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** A compact EdDSA JWT (RFC 8037) that proves the principal to every service for 60 seconds from `now`. */
export function signAssertion(principal: Principal, key: SigningKey, now = new Date()): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ principal })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_SECONDS)
    .sign(key.privateKey);
}
