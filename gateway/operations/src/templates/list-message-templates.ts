import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Scope, Search, text } from '../schemas/scalars.js';
import { MessageTemplate } from '../schemas/template.js';

export const listMessageTemplates = defineOperation({
  name: 'templates.message.list',
  summary: 'List message templates, newest first',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/templates/message' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope,
    tag: text(50).optional(),
    q: Search.optional().describe('Searches name, subject, body and tags.'),
  }),
  output: listOf(MessageTemplate),
  run: async ({ q, ...input }, { clients }) => {
    const request = { ...input, ...pageRequest(input), query: q };
    const { templates, totalSize } = await clients.messageTemplates.listMessageTemplates(request);
    return page(templates, totalSize, input);
  },
});
