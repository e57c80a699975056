import { v7 as newId } from 'uuid';
import { runInCall } from '../calls/call-context.js';
import { ASSERTION_SECONDS } from './claims.js';

/** Timeout of one piece of background work, in milliseconds. */
const DEADLINE_MS = 10_000;

/** Runs background work as a call by the service itself: clients used in it send the service's own assertion. */
export type AsService = <T>(work: () => Promise<T>) => Promise<T>;

/** The part of identity that every other service needs: public keys to verify assertions, and assertions for its own calls. */
export interface AssertionSource {
  getSigningKeys(request: object): Promise<{ readonly publicJwks: readonly string[] }>;
  issueServiceAssertion(request: { service: string; secret: string }): Promise<{ readonly assertion: string }>;
}

/** Calls as a service that authenticates to identity with its secret. */
export function callAs(service: string, secret: string, source: AssertionSource): AsService {
  return createServiceCaller(service, async () => (await source.issueServiceAssertion({ service, secret })).assertion);
}

/** `issue` returns a new assertion, which is used for half of its lifetime. */
export function createServiceCaller(service: string, issue: () => Promise<string>): AsService {
  let assertion = '';
  let freshUntil = -Infinity;
  return async (work) => {
    if (performance.now() >= freshUntil) {
      assertion = await issue();
      freshUntil = performance.now() + (ASSERTION_SECONDS * 1_000) / 2;
    }
    const deadline = Date.now() + DEADLINE_MS;
    return runInCall(
      {
        requestId: newId(),
        principal: { kind: 'service', service },
        assertion,
        deadline,
        signal: AbortSignal.timeout(DEADLINE_MS),
      },
      work,
    );
  };
}
