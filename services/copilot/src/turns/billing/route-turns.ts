import type { Pool } from '@svc/chassis/postgres/pool';
import type { OpenRoute } from '../../models/model-route.js';
import { openTurnRoutes } from '../../models/turn-routes.js';
import { openUserKeyRoute, type UserKeyRouteParts } from '../../models/user-key-route.js';
import { moveToPool, type MovingParts } from './move-to-pool.js';

export interface RoutingParts extends UserKeyRouteParts, MovingParts {
  readonly pool: Pool;
  /** Routes to the models of the installation. */
  readonly openPool: OpenRoute;
}

/** Answers turns with the installation's models, or with the user's own provider. */
export function routeTurns(parts: RoutingParts): OpenRoute {
  return openTurnRoutes({
    openPool: parts.openPool,
    openOwn: (turn) => openUserKeyRoute(turn, parts),
    moveToPool: (turn) => moveToPool(turn, parts),
  });
}
