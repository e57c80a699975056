import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotConfig } from '../schemas/copilot.js';
import { toConfig } from './to-config.js';

export const getCopilotConfig = defineOperation({
  name: 'copilot.get_config',
  summary: 'Get your copilot settings and consent',
  tier: 0,
  http: { method: 'GET', path: '/copilot/config' },
  input: z.strictObject({}),
  output: CopilotConfig,
  run: async (_input, { clients }) => toConfig((await clients.copilotSettings.getConfig({})).config),
});
