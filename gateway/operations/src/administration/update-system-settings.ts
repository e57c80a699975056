import { changeInput } from '@svc/chassis/schemas/changes';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { SystemSettings } from './system-settings.js';

export const updateSystemSettings = defineOperation({
  name: 'admin.update_settings',
  summary: 'Change the switches of the system',
  access: 'admin',
  tier: 2,
  http: { method: 'PUT', path: '/admin/settings', version: 'checked' },
  input: changeInput(
    {},
    {
      maintenanceMode: z.boolean(),
      allowPublicSignup: z.boolean(),
      copilotFreeDailyLimit: z.int().min(0).max(1_000_000),
    },
  ),
  output: SystemSettings,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.systemSettings.updateSystemSettings({ ...input, expectedVersion })).settings,
});
