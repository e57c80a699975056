import { type Cooldown, type CoolingFault, coolingMs, isOfUser, type Scope, STRIKE_SECONDS } from './cooldown.js';
import type { Counter, KnownState, RotationStore } from './rotation-store.js';

/** Milliseconds between two cleanups of expired entries. */
const SWEEP_MS = 60_000;

/** The state of models that one process keeps in memory. */
export function createMemoryStore(clock: () => number): RotationStore {
  return new MemoryStore(clock);
}

/** A map whose values expire. */
class Expiring<Key extends string, Value> {
  readonly #values = new Map<Key, { readonly value: Value; readonly until: number }>();
  #sweptAt = -Infinity;

  keys(now: number): Key[] {
    return [...this.#values].flatMap(([key, { until }]) => (until > now ? [key] : []));
  }

  get(key: Key, now: number): Value | undefined {
    const kept = this.#values.get(key);
    return kept && kept.until > now ? kept.value : undefined;
  }

  set(key: Key, value: Value, until: number, now: number): void {
    this.#values.set(key, { value, until });
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const [each, kept] of this.#values) if (kept.until <= now) this.#values.delete(each);
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }
}

class MemoryStore implements RotationStore {
  readonly kind = 'memory';
  readonly #clock: () => number;
  readonly #cooldowns = new Expiring<Scope, Cooldown>();
  readonly #strikes = new Expiring<Scope, number>();
  readonly #probes = new Expiring<Scope, true>();
  readonly #counts = new Expiring<string, number>();
  #turn = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  read(scopes: readonly Scope[], counters: readonly string[]): Promise<KnownState> {
    const now = this.#clock();
    return Promise.resolve({
      scopes: new Map(
        scopes.map((scope) => [
          scope,
          {
            cooldown: this.#cooldowns.get(scope, now),
            isStruck: this.#strikes.get(scope, now) !== undefined,
            isProbed: this.#probes.get(scope, now) !== undefined,
          },
        ]),
      ),
      counts: new Map(counters.map((key) => [key, this.#counts.get(key, now) ?? 0])),
    });
  }

  cool(scope: Scope, { class: name, status, length, startedAt, now }: CoolingFault): Promise<Cooldown> {
    const running = this.#cooldowns.get(scope, now);
    const isSame = running !== undefined && running.at >= startedAt;
    const strike = isSame ? running.strike : (this.#strikes.get(scope, now) ?? 0) + 1;
    this.#strikes.set(scope, strike, now + STRIKE_SECONDS * 1_000, now);
    const until = now + coolingMs(length, strike, now);
    if (running && running.until >= until) return Promise.resolve(running);
    const cooldown = { class: name, until, strike, status, at: now };
    this.#cooldowns.set(scope, cooldown, until, now);
    return Promise.resolve(cooldown);
  }

  countUserCooldowns(now: number): Promise<number> {
    return Promise.resolve(this.#cooldowns.keys(now).filter(isOfUser).length);
  }

  forgive(scopes: readonly Scope[]): Promise<void> {
    for (const scope of scopes) this.#strikes.delete(scope);
    return this.endProbe(scopes);
  }

  probe(scope: Scope, seconds: number): Promise<boolean> {
    const now = this.#clock();
    if (this.#probes.get(scope, now)) return Promise.resolve(false);
    this.#probes.set(scope, true, now + seconds * 1_000, now);
    return Promise.resolve(true);
  }

  endProbe(scopes: readonly Scope[]): Promise<void> {
    for (const scope of scopes) this.#probes.delete(scope);
    return Promise.resolve();
  }

  take(counters: readonly Counter[]): Promise<boolean> {
    const now = this.#clock();
    const counted = counters.map((counter) => ({ ...counter, count: this.#counts.get(counter.key, now) ?? 0 }));
    if (counted.some(({ count, max }) => count >= max)) return Promise.resolve(false);
    for (const { key, count, seconds } of counted) this.#counts.set(key, count + 1, now + seconds * 1_000, now);
    return Promise.resolve(true);
  }

  nextTurn(): Promise<number> {
    this.#turn += 1;
    return Promise.resolve(this.#turn);
  }

  close(): void {
    // Nothing to close.
  }
}
