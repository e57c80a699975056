import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const removeCopilotByokKey = defineOperation({
  name: 'copilot.remove_byok_key',
  summary: 'Remove your own key',
  tier: 2,
  destructive: true,
  http: { method: 'DELETE', path: '/copilot/config/byok-key' },
  input: z.strictObject({}),
  run: (_input, { clients }) => clients.copilotSettings.removeByokKey({}),
});
