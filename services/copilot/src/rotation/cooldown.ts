import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@svc/chassis/time/durations';
import type { Fault, FaultClass } from '../models/fault-classes.js';
import type { LaneLimits } from '../models/pool-models.js';
import { freeDayAt } from '../usage/free-days.js';

/** A scope that can cool down: a model, a lane with all its models, a model while tools are offered, or a user's own provider. */
export type Scope = `m:${string}` | `l:${string}` | `t:${string}` | `u:${string}`;

/** Whether a scope is a user's own provider. */
export const isOfUser = (scope: Scope): boolean => scope.startsWith('u:');

/** A cooldown. Times are milliseconds since the epoch. */
export interface Cooldown {
  readonly class: FaultClass;
  readonly until: number;
  /** Consecutive faults that led to it. */
  readonly strike: number;
  /** Status of the provider's answer; null without one. */
  readonly status: number | null;
  /** When it began or was last extended. */
  readonly at: number;
}

/** Length of a cooldown: until a fixed time, or doubling with each consecutive fault. */
export type CooldownLength =
  | { readonly until: number }
  | { readonly baseMs: number; readonly capMs: number; /** 0.9-1.1. */ readonly factor: number };

/** The scope that a fault cools, and for how long. */
export interface FaultCooldown {
  readonly on: 'model' | 'lane' | 'tools';
  readonly length: CooldownLength;
}

/** The scope that each class cools; base and cap in milliseconds. Classes that are not the model's fault cool nothing. */
const RULES: Readonly<Partial<Record<FaultClass, readonly [FaultCooldown['on'], base: number, cap: number]>>> = {
  rate_model: ['model', 30 * SECOND_MS, 15 * MINUTE_MS],
  rate_lane: ['lane', 60 * SECOND_MS, 120 * SECOND_MS],
  quota_lane: ['lane', DAY_MS, DAY_MS + 5 * MINUTE_MS],
  credit: ['lane', HOUR_MS, DAY_MS],
  auth: ['lane', HOUR_MS, DAY_MS],
  gone: ['model', 6 * HOUR_MS, DAY_MS],
  timeout: ['model', 45 * SECOND_MS, 10 * MINUTE_MS],
  upstream: ['model', 20 * SECOND_MS, 10 * MINUTE_MS],
  malformed: ['model', 30 * SECOND_MS, 10 * MINUTE_MS],
  network: ['lane', 15 * SECOND_MS, 5 * MINUTE_MS],
  bad_tools: ['tools', 10 * MINUTE_MS, HOUR_MS],
};

/** Milliseconds over which replicas spread their first requests of a new day. */
const SPREAD_MS = MINUTE_MS;

/** The current time, and a random number from 0 to 1. */
export interface Circumstances {
  readonly now: number;
  readonly random: () => number;
}

/** The cooldown that a fault causes; undefined when it is not the model's fault. */
export function cooldownOf(
  { class: name, retryAfterSeconds, resetAt }: Fault,
  { dayTimezone }: Pick<LaneLimits, 'dayTimezone'>,
  { now, random }: Circumstances,
): FaultCooldown | undefined {
  const rule = RULES[name];
  if (!rule) return undefined;
  const [on, baseMs, capMs] = rule;
  const asksMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * SECOND_MS;
  if (name === 'quota_lane') {
    const newDay = resetAt ?? freeDayAt(new Date(now), dayTimezone).resetAt.getTime();
    return { on, length: { until: Math.min(newDay + Math.round(random() * SPREAD_MS), now + capMs) } };
  }
  if (name === 'rate_lane' && (resetAt !== undefined || asksMs !== undefined)) {
    return { on, length: { until: Math.min(resetAt ?? now + (asksMs ?? 0), now + capMs) } };
  }
  const factor = 0.9 + random() * 0.2;
  if (name !== 'rate_model' || asksMs === undefined) return { on, length: { baseMs, capMs, factor } };
  // Never earlier than the time that the provider named.
  return { on, length: { baseMs: asksMs, capMs: Math.max(asksMs, capMs), factor: Math.max(1, factor) } };
}

/** A fault that causes a cooldown. */
export interface CoolingFault {
  readonly class: FaultClass;
  readonly status: number | null;
  readonly length: CooldownLength;
  /** When the failed call began. */
  readonly startedAt: number;
  readonly now: number;
}

/** Seconds within which faults count as consecutive. */
export const STRIKE_SECONDS = 30 * 60;

/** Milliseconds of the cooldown after the `strike`th consecutive fault. */
export function coolingMs(length: CooldownLength, strike: number, now: number): number {
  if ('until' in length) return length.until - now;
  return Math.floor(Math.min(length.capMs, length.baseMs * 2 ** (strike - 1)) * length.factor);
}
