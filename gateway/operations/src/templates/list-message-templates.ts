import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Search, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { MessageTemplate } from '../schemas/template.js';

export const listMessageTemplates = defineOperation({
  name: 'templates.message.list',
  summary: 'List message templates, newest first',
  description:
    'Returns a page of templates with subject, body and tags, without attachment contents. Use it when the user names a template that is not the newest.',
  tier: 0,
  scope: 'svc.read',
  http: { method: 'GET', path: '/templates/message' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope,
    tag: text(50).optional(),
    q: Search.optional().describe('Searches name, subject, body and tags.'),
  }),
  output: listOf(MessageTemplate),
  run: async (input, { clients }) => {
    const { templates, totalSize } = await clients.messageTemplates.listMessageTemplates(pageRequest(input));
    return page(templates, totalSize, input);
  },
});
