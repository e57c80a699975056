import { appError } from '@svc/chassis/errors/app-error';
import { audienceOf, PROCESS_NAMES, type ProcessName } from '@svc/topology/processes';
import type { AssertionIssuer } from './assertion-issuer.js';
import { isSecret } from './compare-secret.js';

/** Issues a service its own assertion, for the services that it calls. Throws UNAUTHENTICATED for an unknown service and a wrong secret alike. */
export async function issueServiceAssertion(
  issuer: AssertionIssuer,
  secrets: Readonly<Record<string, readonly string[]>>,
  { service, secret }: { service: string; secret: string },
): Promise<string> {
  const expected = Object.hasOwn(secrets, service) ? secrets[service] : undefined;
  const name = PROCESS_NAMES.find((known) => known === service);
  if (!isSecret(secret, expected) || !name) {
    throw appError('UNAUTHENTICATED', 'The service is unknown or its secret is wrong. Check SERVICE_SECRET.');
  }
  return issueOwn(issuer, name);
}

/** Issues a service's own assertion. */
export function issueOwn(issuer: AssertionIssuer, service: ProcessName): Promise<string> {
  return issuer.issue({ kind: 'service', service }, audienceOf(service));
}
