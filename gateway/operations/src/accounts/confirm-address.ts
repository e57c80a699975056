import { verbatim } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';

export const confirmAddress = defineOperation({
  name: 'auth.confirm_address',
  summary: 'Confirm an email address with the token from a mailed link',
  access: 'public',
  tier: 2,
  affects: ['teams', 'inbox'],
  http: { method: 'POST', path: '/auth/address/confirm', maintenance: 'open' },
  input: z.strictObject({ token: verbatim(200).min(1) }),
  run: (input, context) =>
    context.clients.reminders.confirmAddress({ ...input, clientAddress: overHttp(context).sender.address }),
});
