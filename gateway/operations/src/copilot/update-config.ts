import { changeInput } from '@svc/chassis/schemas/changes';
import { clearable } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { CopilotConfig } from '../schemas/copilot.js';
import { toConfig } from './to-config.js';

export const updateCopilotConfig = defineOperation({
  name: 'copilot.update_config',
  summary: 'Choose the model that answers you',
  tier: 1,
  http: { method: 'PUT', path: '/copilot/config' },
  input: changeInput(
    {},
    {
      mode: z.enum(['free']),
      model: clearable(300).describe('One of copilot.list_models; null leaves it to the copilot.'),
    },
  ),
  output: CopilotConfig,
  run: async ({ model }, { clients }) => {
    const modelId = model === null ? '' : model;
    return toConfig((await clients.copilotSettings.updateConfig({ modelId })).config);
  },
});
