import { ASSERTION_SECONDS } from '@svc/chassis/assertions/claims';
import { signAssertion, type SigningKey } from '@svc/chassis/assertions/sign-assertion';
import { APPROVAL_LIFTED, type Principal } from '@svc/chassis/principal';
import { LRUCache } from 'lru-cache';

/** Signs assertions with the current key. */
export interface AssertionIssuer {
  /** An assertion with at least half of its life ahead; the same one for the same principal while that holds. */
  issue(principal: Principal): Promise<string>;
  /** One that says which approval the agent's call has, or that it has none (null) and whether it needs any. */
  issueWithApproval(principal: Principal, approval: string | null): Promise<string>;
}

/**
 * Signing costs more than everything else that a request needs of identity, and an assertion that comes again has been verified
 * before in the services: so unchanged principals get the same one for half a minute.
 */
export function createAssertionIssuer(
  currentKey: () => Promise<SigningKey>,
  { liftsApprovals = false }: { readonly liftsApprovals?: boolean } = {},
): AssertionIssuer {
  const issued = new LRUCache<string, Promise<string>>({ max: 20_000, ttl: (ASSERTION_SECONDS / 2) * 1_000 });
  const issue = async (principal: Principal): Promise<string> => {
    const signingKey = await currentKey();
    const cacheKey = `${signingKey.kid} ${JSON.stringify(principal)}`;
    const known = issued.get(cacheKey);
    if (known) return known;
    const assertion = signAssertion(principal, signingKey);
    issued.set(cacheKey, assertion);
    assertion.catch(() => issued.delete(cacheKey));
    return assertion;
  };
  const withoutOne = liftsApprovals ? APPROVAL_LIFTED : null;
  return {
    issue,
    issueWithApproval: (principal, approval) =>
      issue(
        principal.kind === 'agent'
          ? { ...principal, agent: { ...principal.agent, approval: approval ?? withoutOne } }
          : principal,
      ),
  };
}
