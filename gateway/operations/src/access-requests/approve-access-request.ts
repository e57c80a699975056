import { Deadline, toDeadlineFields } from '@svc/chassis/schemas/deadline';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AccessRequest } from './access-request.js';

export const approveAccessRequest = defineOperation({
  name: 'access_requests.approve',
  summary: 'Grant the requester access to the sensitive fields',
  tier: 2,
  affects: ['inbox', 'contacts', 'influencers', 'deals', 'payments', 'overview'],
  http: { method: 'POST', path: '/access-requests/:requestId/approve' },
  input: z.strictObject({
    requestId: Id,
    expiresAt: Deadline.nullable()
      .optional()
      .describe(
        'When access ends: an instant in the future, or a date, which lasts until the end of that day in your time zone.',
      ),
  }),
  output: AccessRequest,
  run: async ({ requestId, expiresAt }, { clients }) => {
    const request = { accessRequestId: requestId, status: 'approved', ...toDeadlineFields(expiresAt) };
    return (await clients.accessRequests.decideAccessRequest(request)).accessRequest;
  },
});
