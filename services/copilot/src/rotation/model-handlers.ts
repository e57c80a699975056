import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { CopilotSettingsService, Model } from '@svc/proto/copilot/v1/copilot_settings_service';
import type { RotatingModel } from '../models/pool-models.js';
import type { Availability } from './availability.js';
import type { PoolState } from './pool-state.js';

/** The state of models for turns without tools. */
export const TALKING = { callsTools: false };

/** The models of the pool, as users choose among them. */
export function modelHandlers(
  state: Pick<PoolState, 'availabilities'>,
): Pick<ServiceHandlers<typeof CopilotSettingsService>, 'listModels'> {
  return { listModels: async () => ({ models: [...(await state.availabilities(TALKING))].map(toModel) }) };
}

function toModel([{ id, label, contextTokens, supportsTools }, availability]: [RotatingModel, Availability]): Model {
  const { status } = availability;
  const cooling = status === 'cooling' ? { cooldownUntil: new Date(availability.until) } : {};
  return { id, label, contextTokens, supportsTools, status, ...cooling };
}
