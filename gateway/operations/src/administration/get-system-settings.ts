import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { SystemSettings, withSource } from './system-settings.js';

export const getSystemSettings = defineOperation({
  name: 'admin.get_settings',
  summary: 'Get the system settings',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/settings' },
  input: z.strictObject({}),
  output: SystemSettings,
  run: async (_input, { clients }) => withSource((await clients.systemSettings.getSystemSettings({})).settings),
});
