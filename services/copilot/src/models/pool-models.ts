import { ConfigError } from '@svc/chassis/process/config';
import type { FreePool, PoolKeys } from '@svc/topology/free-pool';

/** A model of the pool, and how to reach it. */
export interface PoolModel {
  /** Its lane and name, `lane|name`. */
  readonly id: string;
  /** The model's name at its provider. */
  readonly name: string;
  readonly label: string;
  readonly contextTokens: number;
  readonly supportsTools: boolean;
  readonly lane: string;
  readonly baseUrl: string;
  /** Undefined where the provider needs none. */
  readonly apiKey: string | undefined;
}

/** A provider's limits for an account; 0 is unlimited. */
export interface LaneLimits {
  /** Requests per minute and per day. */
  readonly rpm: number;
  readonly rpd: number;
  /** IANA zone of its days. */
  readonly dayTimezone: string;
}

/** A model of the pool in the rotation. */
export interface RotatingModel extends PoolModel {
  /** Its share of requests relative to the others. */
  readonly weight: number;
  /** Disabled by the operator. */
  readonly isDisabled: boolean;
  readonly limits: LaneLimits;
}

/** All models of the pool, in the operator's order. Throws ConfigError when a lane names a missing key. */
export function listPoolModels(pool: FreePool, keys: PoolKeys): RotatingModel[] {
  return pool.flatMap(({ id: lane, baseUrl, key, models, ...limits }) => {
    if (key !== undefined && !Object.hasOwn(keys, key)) {
      throw new ConfigError(`COPILOT_FREE_POOL_JSON: lane ${lane} names a key that COPILOT_POOL_KEYS_JSON lacks.`);
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
