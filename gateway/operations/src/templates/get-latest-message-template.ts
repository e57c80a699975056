import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { MessageTemplate } from '../schemas/template.js';
import { findLatestMessageTemplate } from './latest-template.js';

export const getLatestMessageTemplate = defineOperation({
  name: 'templates.message.latest',
  summary: 'Get the newest message template',
  description:
    'Returns the subject, body and tags; 404 when there is none. Use it to write to a sponsor or creator, with `tag` story for stories, and fill in only what the deal contains.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/templates/message/latest' },
  input: z.strictObject({ scope: Scope, tag: text(50).optional() }),
  output: MessageTemplate,
  run: (input, { clients }) => findLatestMessageTemplate(clients, input),
});
