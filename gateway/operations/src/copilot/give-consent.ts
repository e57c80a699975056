import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { CopilotConsent } from '../schemas/copilot.js';

export const giveCopilotConsent = defineOperation({
  name: 'copilot.give_consent',
  summary: 'Give or withdraw consent to send your messages to a model',
  tier: 2,
  http: { method: 'POST', path: '/copilot/consent' },
  input: z.strictObject({
    scope: z.enum(['free']).describe('`free`: the models of the installation.'),
    version: text(50).describe('`requiredConsentVersion` of copilot.get_config, which the user has read.'),
    granted: z.boolean(),
  }),
  output: CopilotConsent,
  run: async (input, { clients }) => {
    const {
      granted = false,
      version = null,
      at = null,
    } = (await clients.copilotSettings.giveConsent(input)).consent ?? {};
    return { granted, version, at };
  },
});
