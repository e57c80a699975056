import { callsOf } from '@svc/topology/processes';

/** Services to which the gateway sends assertions. */
export const AUDIENCES: readonly string[] = callsOf('gateway');

/** Returns a caller's assertions by service. The previous release of identity issues a single one for all services. */
export function assertionsOf(authentication: {
  readonly assertion?: string | null | undefined;
  readonly assertions: Readonly<Record<string, string>>;
}): Readonly<Record<string, string>> {
  const { assertion, assertions } = authentication;
  return assertion ? Object.fromEntries(AUDIENCES.map((service) => [service, assertion])) : assertions;
}
