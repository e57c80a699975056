import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';

export const endReminders = defineOperation({
  name: 'public.end_reminders',
  summary: 'Unsubscribe from morning reminders',
  description:
    'Every reminder contains this link. The response is the same for an unknown token. Form submissions, such as one-click unsubscribe in mail programs (RFC 8058), get a page.',
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
