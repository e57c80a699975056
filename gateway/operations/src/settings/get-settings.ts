import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Settings } from '../schemas/settings.js';

export const getSettings = defineOperation({
  name: 'settings.get',
  summary: 'Get your settings',
  tier: 0,
  http: { method: 'GET', path: '/settings' },
  input: z.strictObject({}),
  output: Settings,
  run: async (_input, { clients }) => (await clients.settings.getSettings({})).settings,
});
