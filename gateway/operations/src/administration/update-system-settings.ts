import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { withSomeChange } from '../schemas/changes.js';
import { SystemSettings } from './system-settings.js';

export const updateSystemSettings = defineOperation({
  name: 'admin.update_settings',
  summary: 'Change the switches of the system',
  access: 'admin',
  tier: 2,
  destructive: false,
  http: { method: 'PUT', path: '/admin/settings' },
  input: withSomeChange(
    z.strictObject({
      maintenanceMode: z.boolean().optional(),
      allowPublicSignup: z.boolean().optional(),
      copilotFreeDailyLimit: z.int().min(0).max(1_000_000).optional(),
    }),
  ),
  output: SystemSettings,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.systemSettings.updateSystemSettings({ ...input, expectedVersion })).settings,
});
