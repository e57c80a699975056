import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { RotatingModel } from '../models/pool-models.js';
import { keepOutcomes } from './keep-outcomes.js';
import { openRotationStore } from './open-store.js';
import { Outcomes } from './outcomes.js';
import { Rotation } from './rotation.js';
import { observeModels } from './rotation-metrics.js';
import type { RotationStore } from './rotation-store.js';
import { ROTATION_TIMES, type RotationTimes } from './rotation-times.js';

export interface OpenRotationParts {
  readonly pool: Pool;
  readonly models: readonly RotatingModel[];
  /** Redis through which processes share the state of models; without it, each uses its own. */
  readonly redisUrl: string | undefined;
  readonly log: Log;
  readonly times?: RotationTimes;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The models of the installation; stopping stores the remaining outcomes. */
export function openRotation({
  pool,
  models,
  redisUrl,
  log,
  times = ROTATION_TIMES,
  now = Date.now,
}: OpenRotationParts): {
  readonly rotation: Rotation;
  readonly store: RotationStore;
  stop(): Promise<void>;
} {
  const store = openRotationStore({ redisUrl, now, log });
  const outcomes = new Outcomes();
  const rotation = new Rotation({ models, store, outcomes, times, now, log });
  const keeping = keepOutcomes(pool, outcomes, times.storeMs, log);
  const observing = observeModels(rotation.state);
  return {
    rotation,
    store,
    async stop() {
      observing.stop();
      await keeping.stop();
      store.close();
    },
  };
}
