import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotProvider } from '../schemas/copilot.js';

export const setCopilotByokKey = defineOperation({
  name: 'copilot.set_byok_key',
  summary: 'Save your own key for a provider',
  description: 'The key is stored encrypted, never returned, and replaces the previous one.',
  tier: 2,
  http: { method: 'PUT', path: '/copilot/config/byok-key', idempotencyKey: 'ignored' },
  input: z.strictObject({
    provider: CopilotProvider,
    apiKey: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{8,500}$/, 'must be 8 to 500 visible ASCII characters, without spaces.'),
    baseUrl: z
      .string()
      .trim()
      .min(1)
      .max(2_000)
      .optional()
      .describe("Public https URL of the provider's API; by default the previous one, or the provider's own."),
  }),
  output: z.object({ hasByokKey: z.literal(true) }).meta({ id: 'CopilotByokKey' }),
  run: async (input, { clients }) => {
    await clients.copilotSettings.setByokKey(input);
    return { hasByokKey: true as const };
  },
});
