import type { LimitPolicy, LimitState } from '@svc/chassis/errors/app-error';
import { networkOf } from '@svc/chassis/limits/client-network';
import { createRateLimit, type RateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';
import { DAY_SECONDS, HOUR_SECONDS } from '@svc/chassis/time/durations';
import { rateLimitHeaders } from '@svc/http-host/http/rate-limit-headers';
import type { HostCall } from './host-call.js';

/** The budgets, as documented to callers. */
const DESCRIBED = { guestLimits: { perHour: 10, perDay: 50 }, agentLimits: { perHour: 600 } };

const GUEST_POLICIES: readonly LimitPolicy[] = [
  { name: 'guest-hour', tries: DESCRIBED.guestLimits.perHour, windowSeconds: HOUR_SECONDS },
  { name: 'guest-day', tries: DESCRIBED.guestLimits.perDay, windowSeconds: DAY_SECONDS },
];
const AGENT_POLICIES: readonly LimitPolicy[] = [
  { name: 'agent-hour', tries: DESCRIBED.agentLimits.perHour, windowSeconds: HOUR_SECONDS },
];
/** Budgets of signed-in users on the dashboard. */
const USER_POLICIES: readonly LimitPolicy[] = [{ name: 'user-hour', tries: 600, windowSeconds: HOUR_SECONDS }];
const PHOTO_POLICIES: readonly LimitPolicy[] = [{ name: 'photo-hour', tries: 120, windowSeconds: HOUR_SECONDS }];
const REPORT_POLICIES: readonly LimitPolicy[] = [{ name: 'report-hour', tries: 20, windowSeconds: HOUR_SECONDS }];
const READ_POLICIES: readonly LimitPolicy[] = [{ name: 'read-minute', tries: 120, windowSeconds: 60 }];

/** Rate-limited actions. */
type Spender = Pick<HostCall, 'caller' | 'clientAddress' | 'setHeader'>;

/** Budgets of this host. Each throws `rate_limited` when spent, and reports the remainder in headers. */
export interface HostLimits {
  /** Creating a link: agents count by user and client, guests by address (IPv6 by /64). */
  spendOnCreation(call: Spender): Promise<void>;
  /** Creating a link on the dashboard. */
  spendOnLinkOf(userId: string): Promise<void>;
  /** Uploading a photo, checked before it is read; a user and its agents share a budget. */
  spendOnPhotoOf(userId: string, call: Pick<Spender, 'setHeader'>): Promise<void>;
  spendOnReport(call: Spender): Promise<void>;
  /** Slow public reads, by address (IPv6 by /64). */
  spendOnPublicRead(call: Spender): Promise<void>;
  readonly described: typeof DESCRIBED;
  close(): void;
}

/** Counts in Redis for all replicas, or in memory if Redis is not configured or down. */
export function createHostLimits(redisUrl: string | undefined, log: Log): HostLimits {
  const open = (policies: readonly LimitPolicy[], what: string) =>
    policies.map((policy) =>
      createRateLimit({ ...policy, name: `shortener:${policy.name}`, among: policies, what, redisUrl, log }),
    );
  const guests = open(GUEST_POLICIES, 'create short links');
  const agents = open(AGENT_POLICIES, 'create short links');
  const users = open(USER_POLICIES, 'create short links');
  const photos = open(PHOTO_POLICIES, 'upload photos');
  const reports = open(REPORT_POLICIES, 'report links');
  const reads = open(READ_POLICIES, 'read links, statistics and QR codes');
  return {
    async spendOnCreation(call) {
      const { caller, clientAddress } = call;
      if (caller.kind === 'agent') await spend(agents, [caller.userId, caller.clientId], call);
      else await spend(guests, [networkOf(clientAddress)], call);
    },
    described: DESCRIBED,
    spendOnLinkOf: (userId) => spend(users, [userId], { setHeader: () => undefined }),
    spendOnPhotoOf: (userId, call) => spend(photos, [userId], call),
    spendOnPublicRead: (call) => spend(reads, [networkOf(call.clientAddress)], call),
    spendOnReport: (call) => spend(reports, [networkOf(call.clientAddress)], call),
    close: () => [guests, agents, users, photos, reports, reads].flat().forEach((limit) => limit.close()),
  };
}

/** Spends from every limit, and reports the scarcest in headers. */
async function spend(
  limits: readonly RateLimit[],
  keys: readonly string[],
  { setHeader }: Pick<Spender, 'setHeader'>,
): Promise<void> {
  let scarcest: LimitState | undefined;
  for (const limit of limits) {
    const left = await limit.spend(...keys);
    if (!scarcest || left.remaining < scarcest.remaining) scarcest = left;
  }
  for (const [name, value] of Object.entries(scarcest ? rateLimitHeaders(scarcest) : {})) setHeader(name, value);
}
