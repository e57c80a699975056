import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';

export const endReminders = defineOperation({
  name: 'public.end_reminders',
  summary: 'Stop the morning reminders that a link was mailed with',
  description:
    'The link of each reminder. The answer is the same for a token that is unknown. Forms, such as those of mail programs (RFC 8058), are answered with a page.',
  access: 'public',
  tier: 1,
  affects: ['settings'],
  http: { method: 'POST', path: '/public/reminders/:token', maintenance: 'open' },
  input: z.strictObject({
    token: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be the last part of a link in a reminder.'),
  }),
  run: (input, context) =>
    context.clients.reminders.endReminders({ ...input, clientAddress: overHttp(context).sender.address }),
});
