import { AppError } from '@svc/chassis/errors/app-error';
import { networkOf } from '@svc/chassis/http/client-network';
import type { Log } from '@svc/chassis/log';
import { createRateLimit, type RateLimit } from '@svc/chassis/rate-limit';
import type { HostCall } from './host-call.js';

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** How often something may be done; every policy has to allow it. */
interface Policy {
  /** Name in the RateLimit headers. */
  readonly name: string;
  readonly tries: number;
  readonly windowSeconds: number;
}

/** The budgets, for people who look at how the host is set up. */
const DESCRIBED = { guestLimits: { perHour: 10, perDay: 50 }, agentLimits: { perHour: 600 } };

const GUEST_POLICIES: readonly Policy[] = [
  { name: 'guest-hour', tries: DESCRIBED.guestLimits.perHour, windowSeconds: HOUR_SECONDS },
  { name: 'guest-day', tries: DESCRIBED.guestLimits.perDay, windowSeconds: DAY_SECONDS },
];
const AGENT_POLICIES: readonly Policy[] = [
  { name: 'agent-hour', tries: DESCRIBED.agentLimits.perHour, windowSeconds: HOUR_SECONDS },
];
const REPORT_POLICIES: readonly Policy[] = [{ name: 'report-hour', tries: 20, windowSeconds: HOUR_SECONDS }];

/** The budgets of this host. Each throws `rate_limited` when it is spent, and tells in headers what is left. */
export interface HostLimits {
  /** Making a link: agents count by user and client, everybody else, who is a guest here, by address (IPv6 by /64). */
  spendOnCreation(call: HostCall): Promise<void>;
  spendOnReport(call: HostCall): Promise<void>;
  readonly described: typeof DESCRIBED;
  close(): void;
}

/** Counted in Redis for all replicas together, in memory without it and while it is away. */
export function createHostLimits(redisUrl: string | undefined, log: Log): HostLimits {
  const open = (policies: readonly Policy[], what: string) =>
    policies.map((policy) => ({
      policy,
      limit: createRateLimit({ ...policy, name: `shortener:${policy.name}`, what, redisUrl, log }),
    }));
  const guests = open(GUEST_POLICIES, 'make short links');
  const agents = open(AGENT_POLICIES, 'make short links');
  const reports = open(REPORT_POLICIES, 'report links');
  return {
    async spendOnCreation(call) {
      const { caller, clientAddress } = call;
      if (caller.kind === 'agent') await spend(agents, [caller.userId, caller.clientId], call);
      else await spend(guests, [networkOf(clientAddress)], call);
    },
    described: DESCRIBED,
    spendOnReport: (call) => spend(reports, [networkOf(call.clientAddress)], call),
    close: () => [...guests, ...agents, ...reports].forEach(({ limit }) => limit.close()),
  };
}

interface OpenLimit {
  readonly policy: Policy;
  readonly limit: RateLimit;
}

/** Headers after draft-ietf-httpapi-ratelimit-headers-10: the policies, and what is left of the scarcest. */
async function spend(limits: readonly OpenLimit[], keys: readonly string[], call: HostCall): Promise<void> {
  const policies = limits.map(
    ({ policy: { name, tries, windowSeconds } }) => `"${name}";q=${tries};w=${windowSeconds}`,
  );
  call.setHeader('RateLimit-Policy', policies.join(', '));
  let scarcest = { name: '', remaining: Infinity, resetSeconds: 0 };
  for (const { policy, limit } of limits) {
    try {
      const budget = await limit.spend(...keys);
      if (budget.remaining < scarcest.remaining) scarcest = { name: policy.name, ...budget };
    } catch (error) {
      if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
        call.setHeader('RateLimit', `"${policy.name}";r=0;t=${error.retryAfterSeconds}`);
      }
      throw error;
    }
  }
  call.setHeader('RateLimit', `"${scarcest.name}";r=${scarcest.remaining};t=${scarcest.resetSeconds}`);
}
