import { changeInput } from '@svc/chassis/schemas/changes';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotFreeDailyLimit, SystemSettings, withSource } from './system-settings.js';

export const updateSystemSettings = defineOperation({
  name: 'admin.update_settings',
  summary: 'Update the system settings',
  access: 'admin',
  tier: 2,
  affects: ['public'],
  http: { method: 'PUT', path: '/admin/settings', version: 'checked' },
  input: changeInput(
    {},
    {
      maintenanceMode: z.boolean(),
      allowPublicSignup: z.boolean(),
      copilotFreeDailyLimit: CopilotFreeDailyLimit,
    },
  ),
  output: SystemSettings,
  run: async (input, { clients, expectedVersion }) =>
    withSource((await clients.systemSettings.updateSystemSettings({ ...input, expectedVersion })).settings),
});
