import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { runInBackground } from '../calls/call-context.js';
import type { Principal } from '../calls/principal.js';
import { AppError, appError } from '../errors/app-error.js';
import { createTally } from '../telemetry/tally.js';
import { ANY_SERVICE, AssertionClaims, ISSUER } from './claims.js';

/** Verifies a compact JWT. Rejects with `unauthenticated`, or with `unavailable` while the keys cannot be fetched or the clocks differ too much. */
export type VerifyAssertion = (assertion: string) => Promise<Principal>;

/** Minimum milliseconds between two fetches of the keys, so that forged key ids cannot flood identity. */
const KEY_READ_INTERVAL_MS = 1_000;

/** Maximum clock skew between services in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;

const late = createTally({
  name: 'svc.assertions.late',
  unit: '{call}',
  description: 'Calls refused because their assertion had expired by the clock of the process',
  attribute: 'svc.assertion.problem',
  values: ['expired'],
});

/**
 * Verifies assertions for a service against identity's public keys, which it fetches on first use and again for an unknown key id. Caches verified
 * assertions until they expire.
 */
export function createAssertionVerifier(service: string, readKeys: () => Promise<readonly string[]>): VerifyAssertion {
  const remembered = new LRUCache<string, { principal: Principal; expiresAt: number }>({ max: 20_000 });
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  const refresh = (): Promise<void> => {
    // All callers share one fetch of the keys, which must outlive the call that started it.
    reading ??= runInBackground(readKeys)
      .then((jwks) => {
        keys = createLocalJWKSet({ keys: jwks.map((text) => JSON.parse(text) as JWK) });
        readAt = performance.now();
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  const check = async (assertion: string): Promise<{ principal: Principal; expiresAt: number }> => {
    if (!keys) await refresh();
    try {
      return await verifyWith(keys, assertion, service);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || performance.now() - readAt < KEY_READ_INTERVAL_MS)
        throw error;
      await refresh();
      return verifyWith(keys, assertion, service);
    }
  };

  return async (assertion) => {
    const known = remembered.get(assertion);
    if (known && known.expiresAt > Date.now()) return known.principal;
    try {
      const verified = await check(assertion);
      remembered.set(assertion, verified);
      return verified.principal;
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof errors.JWTExpired) {
        late.add('expired');
        throw appError('UNAVAILABLE', 'The clocks of two parts of the service differ. Try again in a moment.', {
          cause: error,
          retryAfterSeconds: 1,
        });
      }
      throw appError('UNAUTHENTICATED', 'The caller could not be verified. Sign in again.', {
        cause: error,
      });
    }
  };
}

async function verifyWith(keys: ReturnType<typeof createLocalJWKSet> | undefined, assertion: string, service: string) {
  if (!keys) throw new errors.JWKSNoMatchingKey();
  const { payload } = await jwtVerify(assertion, keys, {
    issuer: ISSUER,
    audience: [service, ANY_SERVICE],
    algorithms: ['EdDSA'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  });
  const claims = AssertionClaims.parse(payload);
  if (claims.aud.some((each) => each !== ANY_SERVICE) && !claims.aud.includes(service))
    throw new errors.JWTClaimValidationFailed('It is for other services.', payload, 'aud');
  return { principal: claims.principal, expiresAt: claims.exp * 1_000 };
}
