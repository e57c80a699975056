import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AccessRequest, GrantScope } from './access-request.js';

export const createAccessRequest = defineOperation({
  name: 'access_requests.create',
  summary: 'Request access to sensitive fields of records shared with you',
  tier: 2,
  http: { method: 'POST', path: '/access-requests', status: 201, location: '/access-requests' },
  input: z.strictObject({ ownerId: Id, scope: GrantScope, entityId: Id.nullable().optional(), reason: text(1_000) }),
  output: AccessRequest,
  run: async (input, { clients }) => (await clients.accessRequests.createAccessRequest(input)).accessRequest,
});
