import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AccessRequest } from './access-request.js';

export const denyAccessRequest = defineOperation({
  name: 'access_requests.deny',
  summary: 'Deny an access request',
  tier: 2,
  affects: ['inbox'],
  http: { method: 'POST', path: '/access-requests/:requestId/deny' },
  input: z.strictObject({ requestId: Id }),
  output: AccessRequest,
  run: async ({ requestId }, { clients }) =>
    (await clients.accessRequests.decideAccessRequest({ accessRequestId: requestId, status: 'denied' })).accessRequest,
});
