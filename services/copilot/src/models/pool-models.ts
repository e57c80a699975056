import type { FreePool, PoolKeys } from '@svc/topology/free-pool';

/** A model of the pool, with where it is reached. */
export interface PoolModel {
  /** Its lane and name, `lane|name`. */
  readonly id: string;
  /** What its provider calls it. */
  readonly name: string;
  readonly label: string;
  readonly contextTokens: number;
  readonly supportsTools: boolean;
  readonly lane: string;
  readonly baseUrl: string;
  /** Undefined where the provider asks for none. */
  readonly apiKey: string | undefined;
}

/** All models of the pool, in the operator's order. Throws when a lane names a key that is not there. */
export function listPoolModels(pool: FreePool, keys: PoolKeys): PoolModel[] {
  return pool.flatMap(({ id: lane, baseUrl, key, models }) => {
    if (key !== undefined && !(key in keys)) {
      throw new Error(`COPILOT_FREE_POOL_JSON: lane ${lane} names the key ${key}, which COPILOT_POOL_KEYS_JSON lacks.`);
    }
    const apiKey = key === undefined ? undefined : keys[key];
    return models.map(({ id: name, label = name, ...model }) => ({
      ...model,
      id: `${lane}|${name}`,
      name,
      label,
      lane,
      baseUrl,
      apiKey,
    }));
  });
}

/** The model that a user has chosen, else the first. */
export function chooseModel(models: readonly PoolModel[], chosen: string | null): PoolModel | undefined {
  return models.find(({ id }) => id === chosen) ?? models[0];
}
