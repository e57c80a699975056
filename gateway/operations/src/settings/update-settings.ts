import { changeInput } from '@svc/chassis/schemas/changes';
import { defineOperation } from '../registry/define-operation.js';
import { Settings, settingsFields } from '../schemas/settings.js';

export const updateSettings = defineOperation({
  name: 'settings.update',
  summary: 'Update your settings',
  description: 'Updates only the fields sent.',
  tier: 2,
  affects: ['deals', 'inbox', 'overview'],
  changesCaller: true,
  http: { method: 'PUT', path: '/settings', version: 'checked' },
  input: changeInput({}, settingsFields),
  output: Settings,
  run: async ({ viewCheckDays = [], notifications, ...changes }, { clients, expectedVersion }) => {
    const request = { ...changes, viewCheckDays, notificationChanges: notifications, expectedVersion };
    return (await clients.settings.updateSettings(request)).settings;
  },
});
