import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotModel } from '../schemas/copilot.js';

export const listCopilotModels = defineOperation({
  name: 'copilot.list_models',
  summary: 'List the available models',
  tier: 0,
  http: { method: 'GET', path: '/copilot/models' },
  input: z.strictObject({}),
  output: z.object({ models: z.array(CopilotModel) }),
  run: async (_input, { clients }) => {
    const { models } = await clients.copilotSettings.listModels({});
    return {
      models: models.map(({ status, cooldownUntil = null, ...model }) => ({
        ...model,
        kind: 'free',
        // A replica of the previous release does not set it.
        status: status === '' ? 'available' : status,
        cooldownUntil,
      })),
    };
  },
});
