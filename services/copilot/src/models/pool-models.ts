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

/** What an account of a provider allows by its own rules; 0 is no limit. */
export interface LaneLimits {
  /** Requests in a minute, and in a day. */
  readonly rpm: number;
  readonly rpd: number;
  /** IANA; of its days. */
  readonly dayTimezone: string;
}

/** A model of the pool as it takes its turns with the others. */
export interface RotatingModel extends PoolModel {
  /** How often it is asked, beside the others. */
  readonly weight: number;
  /** The operator keeps it for later. */
  readonly isDisabled: boolean;
  readonly limits: LaneLimits;
}

/** All models of the pool, in the operator's order. Throws when a lane names a key that is not there. */
export function listPoolModels(pool: FreePool, keys: PoolKeys): RotatingModel[] {
  return pool.flatMap(({ id: lane, baseUrl, key, models, ...limits }) => {
    if (key !== undefined && !(key in keys)) {
      throw new Error(`COPILOT_FREE_POOL_JSON: lane ${lane} names the key ${key}, which COPILOT_POOL_KEYS_JSON lacks.`);
    }
    const apiKey = key === undefined ? undefined : keys[key];
    return models.map(({ id: name, label = name, disabled: isDisabled, ...model }) => ({
      ...model,
      id: `${lane}|${name}`,
      name,
      label,
      lane,
      baseUrl,
      apiKey,
      isDisabled,
      limits,
    }));
  });
}
