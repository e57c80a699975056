import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotFreeDailyLimit, CopilotSettings, withSource } from './system-settings.js';

/** Changes the same row and version as `admin.update_settings`. */
export const updateCopilotSettings = defineOperation({
  name: 'admin.copilot.update_settings',
  summary: "Update the copilot's daily limit",
  access: 'admin',
  tier: 2,
  http: { method: 'PUT', path: '/admin/copilot/settings', version: 'checked' },
  input: z.strictObject({ copilotFreeDailyLimit: CopilotFreeDailyLimit }),
  output: CopilotSettings,
  run: async (input, { clients, expectedVersion }) =>
    withSource((await clients.systemSettings.updateSystemSettings({ ...input, expectedVersion })).settings),
});
