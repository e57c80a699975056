import { z } from 'zod';
import { defineOperation } from '../define-operation.js';

export const requestAddressConfirmation = defineOperation({
  name: 'auth.request_address_confirmation',
  summary: 'Ask for a link that confirms your address',
  description: 'Mails nothing when the address is confirmed, or where no mail is set up. At most five times an hour.',
  tier: 1,
  http: { method: 'POST', path: '/auth/address/request', status: 202 },
  input: z.strictObject({}),
  run: (_input, { clients }) => clients.reminders.requestAddressConfirmation({}),
});
