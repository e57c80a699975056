import { Id, text, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotMode } from '../schemas/copilot.js';
import { usersMatching, withAccounts } from './accounts-of.js';
import { numberedListOf, numberedPage, numberedPageInput, rowsOf } from './numbered-page.js';

export const listProviderConfigs = defineOperation({
  name: 'admin.copilot.list_provider_configs',
  summary: "List users' copilot settings, most recently changed first",
  description: 'Never includes keys, only whether there is one and whether it works.',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/copilot/provider-configs' },
  input: z.strictObject({
    ...numberedPageInput,
    search: text(100).optional().describe('Searches email and name.'),
  }),
  output: numberedListOf(
    z.object({
      userId: Id,
      email: z.string().nullable().describe('Null while the account is being deleted.'),
      name: z.string().nullable(),
      mode: CopilotMode,
      provider: z.string().nullable(),
      model: z.string().nullable(),
      hasByokKey: z.boolean(),
      byokKeyStatus: z.enum(['none', 'ready', 'rejected', 'unreadable']),
      consent: z.object({ free: z.boolean(), byok: z.boolean(), learning: z.boolean() }),
      updatedAt: Timestamp,
    }),
  ),
  run: async ({ search, ...input }, { clients }) => {
    const only = await usersMatching(search, clients);
    const { configs, totalSize } = await clients.copilotAdministration.listProviderConfigs({ only, ...rowsOf(input) });
    const items = configs.map(
      ({ provider = null, model = null, freeConsent, byokConsent, learningConsent, ...config }) => ({
        ...config,
        provider,
        model,
        hasByokKey: config.byokKeyStatus !== 'none',
        consent: { free: freeConsent, byok: byokConsent, learning: learningConsent },
      }),
    );
    return numberedPage(await withAccounts(items, clients), totalSize, input);
  },
});
