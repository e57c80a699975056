import { appError } from '@svc/chassis/errors/app-error';
import type { AssertionIssuer } from './assertion-issuer.js';
import { isSecret } from './compare-secret.js';

/** Gives a service an assertion of its own. Throws UNAUTHENTICATED for an unknown service and a wrong secret alike. */
export async function issueServiceAssertion(
  issuer: AssertionIssuer,
  secrets: Readonly<Record<string, readonly string[]>>,
  { service, secret }: { service: string; secret: string },
): Promise<string> {
  const expected = Object.hasOwn(secrets, service) ? secrets[service] : undefined;
  if (!isSecret(secret, expected)) {
    throw appError('UNAUTHENTICATED', 'The service or its secret is not known.');
  }
  return issuer.issue({ kind: 'service', service });
}
