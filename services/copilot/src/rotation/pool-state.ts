import type { RotatingModel } from '../models/pool-models.js';
import type { KnownState, RotationStore } from './rotation-store.js';
import { countersOf, scopesOf, standingOf, type Standing } from './standing.js';

export interface PoolStateParts {
  readonly models: readonly RotatingModel[];
  readonly store: RotationStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds for which what is known is used again. */
  readonly knownMs: number;
}

/** What is known of all models of the pool: read at once, and used again for a moment. */
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

  /** How each model stands, in the order of the pool. */
  async standings({ callsTools }: { readonly callsTools: boolean }): Promise<Map<RotatingModel, Standing>> {
    const known = await this.#read();
    const now = this.#parts.now();
    return new Map(this.models.map((model) => [model, standingOf(model, known, { now, callsTools })]));
  }

  /** Has what is known read again. */
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
    // What could not be read is not used again.
    known.catch(() => this.forget());
    return known;
  }
}
