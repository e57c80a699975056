import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { withSomeChange } from '../schemas/changes.js';
import { Settings, settingsFields } from '../schemas/settings.js';

export const updateSettings = defineOperation({
  name: 'settings.update',
  summary: 'Change your settings',
  description: 'Changes the given fields and keeps the others.',
  tier: 2,
  destructive: false,
  http: { method: 'PUT', path: '/settings' },
  input: withSomeChange(z.strictObject(settingsFields)),
  output: Settings,
  run: async ({ viewCheckDays = [], ...changes }, { clients, expectedVersion }) => {
    const request = { ...changes, viewCheckDays, expectedVersion };
    return (await clients.settings.updateSettings(request)).settings;
  },
});
