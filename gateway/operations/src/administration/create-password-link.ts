import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const createPasswordLink = defineOperation({
  name: 'admin.create_password_link',
  summary: 'Create a link with which a user sets a new password',
  description:
    'Give it to the user only: anyone who opens it can take over the account. It works once, appears only in this response, and replaces any earlier link. Using it signs the account out everywhere.',
  access: 'admin',
  tier: 2,
  http: { method: 'POST', path: '/admin/users/:userId/password-link', idempotencyKey: 'ignored', status: 201 },
  input: z.strictObject({ userId: Id }),
  output: z.object({ url: z.string(), expiresAt: Timestamp }),
  run: async (input, { clients, baseUrl }) => {
    const { token, expiresAt } = await clients.users.createPasswordLink(input);
    return { url: `${baseUrl}/reset-password?token=${token}`, expiresAt };
  },
});
