import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { CopilotConsent } from '../schemas/copilot.js';
import { toConsent } from './to-config.js';

export const giveCopilotConsent = defineOperation({
  name: 'copilot.give_consent',
  summary: 'Give or withdraw consent to send your messages to a model',
  tier: 2,
  http: { method: 'POST', path: '/copilot/consent' },
  input: z.strictObject({
    scope: z
      .enum(['free', 'byok', 'learning'])
      .describe(
        'To what: `free`, the models of the installation; `byok`, the provider of your own key; `learning`, proposing memories.',
      ),
    version: text(50).describe('`requiredConsentVersion` of copilot.get_config, which the user has read.'),
    granted: z.boolean(),
  }),
  output: CopilotConsent,
  run: async (input, { clients }) => toConsent((await clients.copilotSettings.giveConsent(input)).consent),
});
