import { CalendarDate, Id, text, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { usersMatching, withAccounts } from './accounts-of.js';
import { numberedListOf, numberedPage, numberedPageInput, rowsOf } from './numbered-page.js';

export const listCopilotUsage = defineOperation({
  name: 'admin.copilot.list_usage',
  summary: 'List copilot usage by user, most turns first',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/copilot/usage' },
  input: z.strictObject({
    ...numberedPageInput,
    from: CalendarDate.optional().describe('First day; by default 30 days ending with `to`.'),
    to: CalendarDate.optional().describe(
      "Last day, at most 365 days after `from`; by default today in the free turns' time zone.",
    ),
    search: text(100).optional().describe('Searches email and name.'),
  }),
  output: numberedListOf(
    z.object({
      userId: Id,
      email: z.string().nullable().describe('Null while the account is being deleted.'),
      name: z.string().nullable(),
      freeTurns: z.int(),
      modelCalls: z.int(),
      failovers: z.int(),
      promptTokens: z.int(),
      completionTokens: z.int(),
      lastUsedAt: Timestamp,
    }),
  ),
  run: async ({ search, ...input }, { clients }) => {
    const { from, to } = input;
    const only = await usersMatching(search, clients);
    const request = { from, to, only, ...rowsOf(input) };
    const { users, totalSize } = await clients.copilotAdministration.listUserUsage(request);
    return numberedPage(await withAccounts(users, clients), totalSize, input);
  },
});
