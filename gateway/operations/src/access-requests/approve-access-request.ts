import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { InstantInput, Id } from '../schemas/scalars.js';
import { AccessRequest } from './access-request.js';

export const approveAccessRequest = defineOperation({
  name: 'access_requests.approve',
  summary: 'Let somebody see the sensitive fields that they asked for',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/access-requests/:requestId/approve' },
  input: z.strictObject({ requestId: Id, expiresAt: InstantInput.nullable().optional() }),
  output: AccessRequest,
  run: async ({ requestId, expiresAt = null }, { clients }) =>
    (
      await clients.accessRequests.decideAccessRequest({
        accessRequestId: requestId,
        status: 'approved',
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      })
    ).accessRequest,
});
