import type { Db } from '@svc/chassis/postgres/pool';
import { findChosenModel } from '../settings/config-repo.js';
import { askModel, type ModelTimes } from './ask-model.js';
import { failureOfFault, ModelFault } from './model-failure.js';
import type { ModelRoute, OpenRoute } from './model-route.js';
import { chooseModel, type PoolModel } from './pool-models.js';

export interface PoolRouteParts {
  readonly pool: Db;
  readonly models: readonly PoolModel[];
  readonly times: ModelTimes;
}

/** Routes to the models of the installation: the one that the user has chosen answers, else the first. */
export function openPoolRoutes({ pool, models, times }: PoolRouteParts): OpenRoute {
  return async ({ ownerId }) => {
    const model = chooseModel(models, await findChosenModel(pool, ownerId));
    return model && routeTo(model, times);
  };
}

function routeTo(model: PoolModel, times: ModelTimes): ModelRoute {
  const { id, lane, contextTokens, supportsTools } = model;
  return {
    contextTokens,
    supportsTools,
    async *ask({ prompt, offered, signal }) {
      yield { kind: 'model', id, lane, attempt: 1, isFailover: false };
      try {
        return yield* askModel(model, prompt, { signal, times, offered });
      } catch (error) {
        throw error instanceof ModelFault ? failureOfFault(error) : error;
      }
    },
  };
}
