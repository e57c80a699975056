import type { RotatingModel } from '../models/pool-models.js';
import { type Availability, availabilityOf, countersOf, scopesOf } from './availability.js';
import type { KnownState, RotationStore } from './rotation-store.js';

export interface PoolStateParts {
  readonly models: readonly RotatingModel[];
  readonly store: RotationStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds for which the state is cached. */
  readonly knownMs: number;
}

/** The state of all models of the pool, read in one request and cached briefly. */
export class PoolState {
  readonly #parts: PoolStateParts;
  #known: Promise<KnownState> | undefined;
  #readAt = -Infinity;

  constructor(parts: PoolStateParts) {
    this.#parts = parts;
  }

  get models(): readonly RotatingModel[] {
    return this.#parts.models;
  }

  /** The availability of each model, in the order of the pool. */
  async availabilities({ callsTools }: { readonly callsTools: boolean }): Promise<Map<RotatingModel, Availability>> {
    const known = await this.#read();
    const now = this.#parts.now();
    return new Map(this.models.map((model) => [model, availabilityOf(model, known, { now, callsTools })]));
  }

  /** Drops the cache. */
  forget(): void {
    this.#known = undefined;
  }

  #read(): Promise<KnownState> {
    const { models, store, now, knownMs } = this.#parts;
    if (this.#known && performance.now() - this.#readAt < knownMs) return this.#known;
    const scopes = new Set(models.flatMap((model) => Object.values(scopesOf(model))));
    const counters = new Set(models.flatMap((model) => countersOf(model, now()).map(({ key }) => key)));
    this.#readAt = performance.now();
    const known = store.read([...scopes], [...counters]);
    this.#known = known;
    // A failed read is not cached.
    known.catch(() => this.forget());
    return known;
  }
}
