import { callsOf } from '@svc/topology/processes';

/** Services that the gateway sends assertions to. */
export const AUDIENCES: readonly string[] = callsOf('gateway');

/** Assertions of a caller, by service; the same for all when identity runs the previous release, which issues one. */
export function assertionsOf(authentication: {
  readonly assertion?: string | null | undefined;
  readonly assertions: Readonly<Record<string, string>>;
}): Readonly<Record<string, string>> {
  const { assertion, assertions } = authentication;
  return assertion ? Object.fromEntries(AUDIENCES.map((service) => [service, assertion])) : assertions;
}
