import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { MessageTemplate } from '../schemas/template.js';
import { findLatestMessageTemplate } from './latest-template.js';

export const getLatestStoryTemplate = defineOperation({
  name: 'templates.message.latest_story',
  summary: 'Get the newest message template with the tag `story`',
  description:
    'Returns what templates.message.latest returns for that tag; 404 when there is none. Use it for the text of stories.',
  tier: 0,
  scope: 'svc.read',
  http: { method: 'GET', path: '/templates/message/latest-story' },
  input: z.strictObject({ scope: Scope }),
  output: MessageTemplate,
  run: (input, { clients }) => findLatestMessageTemplate(clients, { ...input, tag: 'story' }),
});
