import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotConsent } from '../schemas/copilot.js';
import { toConsent } from './to-config.js';

export const giveCopilotConsent = defineOperation({
  name: 'copilot.give_consent',
  summary: 'Give or withdraw consent to send your messages to a model',
  description:
    'Withdrawing ends answers in progress before their next request to a model, and those that wait for your approval at once: they fail as CONSENT_REQUIRED.',
  tier: 2,
  affects: ['approvals', 'inbox'],
  http: { method: 'POST', path: '/copilot/consent' },
  input: z.strictObject({
    scope: z
      .enum(['free', 'byok', 'learning'])
      .describe(
        "What you consent to: `free`, the installation's models; `byok`, the provider of your own key; `learning`, suggesting memories.",
      ),
    version: text(50).describe('The `requiredConsentVersion` from copilot.get_config that the user has read.'),
    granted: z.boolean(),
  }),
  output: CopilotConsent,
  run: async (input, { clients }) => toConsent((await clients.copilotSettings.giveConsent(input)).consent),
});
