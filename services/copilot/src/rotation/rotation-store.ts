import type { Cooldown, CoolingFault, Scope } from './cooldown.js';

/** A counter with a maximum and an expiry. */
export interface Counter {
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

/** The state of a scope. */
export interface ScopeState {
  /** The current or last cooldown. */
  readonly cooldown: Cooldown | undefined;
  /** Its last call failed. */
  readonly isStruck: boolean;
  /** A process is probing whether it works again. */
  readonly isProbed: boolean;
}

/** The state of models and lanes by scope, and the counts of counters. */
export interface KnownState {
  readonly scopes: ReadonlyMap<Scope, ScopeState>;
  readonly counts: ReadonlyMap<string, number>;
}

/** The state of models that the copilot's processes share. */
export interface RotationStore {
  /** Where the state is now: `memory` means only in this process. */
  readonly kind: 'redis' | 'memory';
  read(scopes: readonly Scope[], counters: readonly string[]): Promise<KnownState>;
  /**
   * Starts a cooldown, and returns the running one: the one that ends later. Faults of calls that began before it belong to the same outage and do
   * not extend it.
   */
  cool(scope: Scope, fault: CoolingFault): Promise<Cooldown>;
  /** Number of users' own providers that are cooling. */
  countUserCooldowns(now: number): Promise<number>;
  /** Records that the scope works, so the next fault counts as the first. */
  forgive(scopes: readonly Scope[]): Promise<void>;
  /** Starts a probe; false while another call probes. */
  probe(scope: Scope, seconds: number): Promise<boolean>;
  /** Ends the probe. */
  endProbe(scopes: readonly Scope[]): Promise<void>;
  /** Increments all of them; false, without incrementing any, when one is full. */
  take(counters: readonly Counter[]): Promise<boolean>;
  /** The next number in the rotation, increased by one each time. */
  nextTurn(): Promise<number>;
  close(): void;
}
