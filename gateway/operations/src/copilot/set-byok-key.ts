import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { CopilotProvider } from '../schemas/copilot.js';

export const setCopilotByokKey = defineOperation({
  name: 'copilot.set_byok_key',
  summary: 'Save your own key for a provider',
  description: 'The key is kept encrypted, and no answer holds it. It takes the place of the one before.',
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
      .describe(
        "Address of the provider's API, public and at https; the one of before, or the provider's own, when absent.",
      ),
  }),
  output: z.object({ hasByokKey: z.literal(true) }).meta({ id: 'CopilotByokKey' }),
  run: async (input, { clients }) => {
    await clients.copilotSettings.setByokKey(input);
    return { hasByokKey: true as const };
  },
});
