import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const requestAddressConfirmation = defineOperation({
  name: 'auth.request_address_confirmation',
  summary: 'Request a link to confirm your email address',
  description:
    'Sends no mail when the address is already confirmed or mail is not set up. Limited to five times an hour.',
  tier: 1,
  http: { method: 'POST', path: '/auth/address/request', status: 202 },
  input: z.strictObject({}),
  run: (_input, { clients }) => clients.reminders.requestAddressConfirmation({}),
});
