import type { Cooldown, CoolingFault, Scope } from './cooldown.js';

/** Counts up to a maximum until its time is over. */
export interface Counter {
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

/** What is known of something that can be left alone. */
export interface ScopeState {
  /** The cooldown that runs, or is just over. */
  readonly cooldown: Cooldown | undefined;
  /** Its last call has failed. */
  readonly isStruck: boolean;
  /** A process is trying whether it works again. */
  readonly isProbed: boolean;
}

/** What is known of models and lanes, by scope, and how far counters are. */
export interface KnownState {
  readonly scopes: ReadonlyMap<Scope, ScopeState>;
  readonly counts: ReadonlyMap<string, number>;
}

/** What the processes of the copilot know of models together. */
export interface RotationStore {
  /** Where that is at the moment: `memory` is what this process alone knows. */
  readonly kind: 'redis' | 'memory';
  read(scopes: readonly Scope[], counters: readonly string[]): Promise<KnownState>;
  /**
   * Leaves something alone, and answers the cooldown that runs then: the one that ends later. Faults of calls that began before it are part
   * of the same trouble and make it no longer.
   */
  cool(scope: Scope, fault: CoolingFault): Promise<Cooldown>;
  /** Own providers of users that are left alone. */
  countUserCooldowns(now: number): Promise<number>;
  /** It works: what comes next is the first fault in a row. */
  forgive(scopes: readonly Scope[]): Promise<void>;
  /** Tries whether something works again; false while another call does. */
  probe(scope: Scope, seconds: number): Promise<boolean>;
  /** The try is over. */
  endProbe(scopes: readonly Scope[]): Promise<void>;
  /** Counts one more in all of them; false, and counts in none, when one is full. */
  take(counters: readonly Counter[]): Promise<boolean>;
  /** Whose turn it is: one more each time. */
  nextTurn(): Promise<number>;
  close(): void;
}
