import { ASSERTION_SECONDS } from '@svc/chassis/assertions/claims';
import { signAssertion, type SigningKey } from '@svc/chassis/assertions/sign-assertion';
import { APPROVAL_LIFTED, type Principal } from '@svc/chassis/calls/principal';
import { PROCESS_NAMES, type ProcessName, reachOf, recordOf } from '@svc/topology/processes';
import { LRUCache } from 'lru-cache';

/** One assertion for callers that name no audiences, like the previous release, or one for each named service. */
export type IssuedAssertions = { readonly assertion: string; readonly assertions: Record<string, never> } | ByAudience;

interface ByAudience {
  readonly assertion: '';
  readonly assertions: Record<string, string>;
}

/** Signs assertions with the current key. */
export interface AssertionIssuer {
  /** Returns an assertion for services with at least half of its lifetime left; until then the same one for the same principal. */
  issue(principal: Principal, audience: readonly string[]): Promise<string>;
  /**
   * Returns an assertion for each service, valid also for those that it calls; an administrator's only for that service. Unknown services get none.
   */
  issueEach(principal: Principal, services: readonly string[]): Promise<IssuedAssertions>;
  /** Returns the principal with the approval of the agent's call; null means no approval, with whether one is needed. */
  withApproval<Of extends Principal>(principal: Of, approval: string | null): Of;
}

/**
 * Signing costs more than everything else that a request needs from identity, and services have already verified a repeated assertion, so unchanged
 * principals get the same one for half a minute.
 */
export function createAssertionIssuer(
  currentKey: () => Promise<SigningKey>,
  { liftsApprovals = false }: { readonly liftsApprovals?: boolean } = {},
): AssertionIssuer {
  const issued = new LRUCache<string, Promise<string>>({ max: 50_000, ttl: (ASSERTION_SECONDS / 2) * 1_000 });
  const issueText = async (principal: Principal, text: string, audience: readonly string[]): Promise<string> => {
    const signingKey = await currentKey();
    const cacheKey = `${signingKey.kid} ${audience.join()} ${text}`;
    const known = issued.get(cacheKey);
    if (known) return known;
    const assertion = signAssertion(principal, signingKey, { audience });
    issued.set(cacheKey, assertion);
    assertion.catch(() => issued.delete(cacheKey));
    return assertion;
  };
  const withoutOne = liftsApprovals ? APPROVAL_LIFTED : null;
  return {
    issue: (principal, audience) => issueText(principal, JSON.stringify(principal), audience),
    async issueEach(principal, services) {
      const text = JSON.stringify(principal);
      if (services.length === 0) return { assertion: await issueText(principal, text, []), assertions: {} };
      const isAdmin = principal.kind === 'user' && principal.role === 'admin';
      const known = PROCESS_NAMES.filter((name) => services.includes(name));
      const pairs = known.map(async (name) => [
        name,
        await issueText(principal, text, isAdmin ? [name] : AUDIENCES[name]),
      ]);
      return { assertion: '', assertions: Object.fromEntries(await Promise.all(pairs)) as Record<string, string> };
    },
    withApproval: (principal, approval) =>
      principal.kind === 'agent'
        ? { ...principal, agent: { ...principal.agent, approval: approval ?? withoutOne } }
        : principal,
  };
}

/** Audiences by service: itself and those to which it forwards assertions. */
const AUDIENCES: Readonly<Record<ProcessName, readonly string[]>> = recordOf(PROCESS_NAMES, reachOf);
