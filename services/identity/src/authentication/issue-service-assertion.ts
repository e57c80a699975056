import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@svc/chassis/errors/app-error';
import type { AssertionIssuer } from './assertion-issuer.js';

/** Gives a service an assertion of its own. Throws UNAUTHENTICATED for an unknown service and a wrong secret alike. */
export async function issueServiceAssertion(
  issuer: AssertionIssuer,
  secrets: Readonly<Record<string, string>>,
  { service, secret }: { service: string; secret: string },
): Promise<string> {
  const expected = Object.hasOwn(secrets, service) ? secrets[service] : undefined;
  // Hashes have one length, and an unknown service is compared as well, so the time tells nothing.
  const matches = timingSafeEqual(sha256(secret), sha256(expected ?? ''));
  if (expected === undefined || !matches) {
    throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'The service or its secret is not known.');
  }
  return issuer.issue({ kind: 'service', service });
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
