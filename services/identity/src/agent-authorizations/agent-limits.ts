import { networkOf } from '@svc/chassis/limits/client-network';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';

/** Limits anonymous calls, far above the rate of an honest client. Each method throws RATE_LIMITED. */
export interface AgentLimits {
  /** Counts a registration from an address. */
  countRegistration(address: string): Promise<void>;
  /** Counts the start of an authorization from an address. */
  countStart(address: string): Promise<void>;
  /** Counts a poll from an address. */
  countPoll(address: string): Promise<void>;
  /** Counts a user's look-up of a user code, so that others' codes cannot be guessed. */
  countUserCode(userId: string): Promise<void>;
  close(): void;
}

const QUARTER_HOUR = 15 * 60;

export function createAgentLimits(redisUrl: string | undefined, log: Log): AgentLimits {
  const open = (name: string, tries: number, windowSeconds: number, what: string) =>
    createRateLimit({ name: `identity:agent-${name}`, tries, windowSeconds, what, redisUrl, log });
  const registrations = open('registration', 60, 60 * 60, 'register a client');
  const starts = open('start', 120, QUARTER_HOUR, 'ask for an authorization');
  // Allows ten clients behind one address that poll every five seconds.
  const polls = open('poll', 1_800, QUARTER_HOUR, 'fetch a token');
  const userCodes = open('user-code', 30, QUARTER_HOUR, 'find a code');
  return {
    countRegistration: (address) => registrations.countTry(networkOf(address)),
    countStart: (address) => starts.countTry(networkOf(address)),
    countPoll: (address) => polls.countTry(networkOf(address)),
    countUserCode: (userId) => userCodes.countTry(userId),
    close: () => [registrations, starts, polls, userCodes].forEach((limit) => limit.close()),
  };
}
