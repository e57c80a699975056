import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const testCopilotConfig = defineOperation({
  name: 'copilot.test_config',
  summary: 'Test your own key with one short call',
  description: 'Makes a minimal call to your provider with the stored key and your model. Limited to 5 times a minute.',
  tier: 1,
  http: { method: 'POST', path: '/copilot/config/test', idempotencyKey: 'ignored' },
  input: z.strictObject({}),
  output: z
    .object({
      ok: z.boolean(),
      latencyMs: z.int().describe('Milliseconds until it answered or failed.'),
      code: z.string().nullable().describe('Why it did not answer; null when it did.'),
    })
    .meta({ id: 'CopilotTest' }),
  run: async (_input, { clients }) => {
    const { ok, latencyMs, code = null } = await clients.copilotSettings.testConfig({});
    return { ok, latencyMs, code };
  },
});
