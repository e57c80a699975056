import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotSettings, withSource } from './system-settings.js';

export const getCopilotSettings = defineOperation({
  name: 'admin.copilot.get_settings',
  summary: "Get the copilot's daily limit",
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/copilot/settings' },
  input: z.strictObject({}),
  output: CopilotSettings,
  run: async (_input, { clients }) => withSource((await clients.systemSettings.getSystemSettings({})).settings),
});
