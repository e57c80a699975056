import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AccessRequest } from './access-request.js';

export const revokeAccessRequest = defineOperation({
  name: 'access_requests.revoke',
  summary: 'Revoke an approved access request',
  tier: 2,
  http: { method: 'POST', path: '/access-requests/:requestId/revoke' },
  input: z.strictObject({ requestId: Id }),
  output: AccessRequest,
  run: async ({ requestId }, { clients }) =>
    (await clients.accessRequests.decideAccessRequest({ accessRequestId: requestId, status: 'revoked' })).accessRequest,
});
