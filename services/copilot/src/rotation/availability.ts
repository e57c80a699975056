import { MINUTE_MS } from '@svc/chassis/time/durations';
import type { FaultClass } from '../models/fault-classes.js';
import type { RotatingModel } from '../models/pool-models.js';
import { freeDayAt } from '../usage/free-days.js';
import type { Cooldown, Scope } from './cooldown.js';
import type { Counter, KnownState } from './rotation-store.js';

/** Whether a model is available now. */
export type Availability =
  /** `toProbe`: scopes that failed before, to be probed by one call at a time. */
  | { readonly status: 'available'; readonly toProbe: readonly Scope[] }
  /** Milliseconds since the epoch; `because` names the reasons. */
  | { readonly status: 'cooling'; readonly until: number; readonly because: readonly FaultClass[] }
  | { readonly status: 'probing' }
  | { readonly status: 'disabled' };

/** Seconds for which counters are kept after their window. */
const MINUTE_KEPT_SECONDS = 120;
const DAY_KEPT_SECONDS = 93_600;

/** A limit of a lane, and when it resets. */
interface LaneCounter extends Counter {
  readonly until: number;
  readonly class: FaultClass;
}

export function scopesOf({ id, lane }: Pick<RotatingModel, 'id' | 'lane'>): {
  model: Scope;
  lane: Scope;
  tools: Scope;
} {
  return { model: `m:${id}`, lane: `l:${lane}`, tools: `t:${id}` };
}

/** The counters that currently apply to the model's lane. */
export function countersOf({ lane, limits }: Pick<RotatingModel, 'lane' | 'limits'>, now: number): LaneCounter[] {
  const { rpm, rpd, dayTimezone } = limits;
  const counters: LaneCounter[] = [];
  if (rpm > 0) {
    const minute = Math.floor(now / MINUTE_MS);
    const until = (minute + 1) * MINUTE_MS;
    const key = `rpm:${lane}:${minute}`;
    counters.push({ key, max: rpm, seconds: MINUTE_KEPT_SECONDS, until, class: 'rate_lane' });
  }
  if (rpd > 0) {
    const { day, resetAt } = freeDayAt(new Date(now), dayTimezone);
    const key = `rpd:${lane}:${day}`;
    counters.push({ key, max: rpd, seconds: DAY_KEPT_SECONDS, until: resetAt.getTime(), class: 'quota_lane' });
  }
  return counters;
}

/** A model's availability according to the state; with `callsTools`, for a call with tools. */
export function availabilityOf(
  model: RotatingModel,
  { scopes, counts }: KnownState,
  { now, callsTools }: { readonly now: number; readonly callsTools: boolean },
): Availability {
  if (model.isDisabled) return { status: 'disabled' };
  const own = scopesOf(model);
  const running = [own.model, own.lane, ...(callsTools ? [own.tools] : [])].flatMap(
    (scope): Pick<Cooldown, 'until' | 'class'>[] => {
      const cooldown = scopes.get(scope)?.cooldown;
      return cooldown && cooldown.until > now ? [cooldown] : [];
    },
  );
  const full = countersOf(model, now).filter(({ key, max }) => (counts.get(key) ?? 0) >= max);
  const blocks = [...running, ...full];
  if (blocks.length > 0) {
    const until = Math.max(...blocks.map((block) => block.until));
    return { status: 'cooling', until, because: blocks.map((block) => block.class) };
  }
  const toProbe = [own.model, own.lane].filter((scope) => scopes.get(scope)?.isStruck);
  if (toProbe.some((scope) => scopes.get(scope)?.isProbed)) return { status: 'probing' };
  return { status: 'available', toProbe };
}
