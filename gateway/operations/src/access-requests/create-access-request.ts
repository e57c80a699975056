import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AccessRequest, GrantScope } from './access-request.js';

export const createAccessRequest = defineOperation({
  name: 'access_requests.create',
  summary: 'Request access to sensitive fields of records shared with you',
  description: 'Requesting the same access again returns the pending request.',
  tier: 2,
  http: {
    method: 'POST',
    path: '/access-requests',
    status: ({ created }) => (created === true ? 201 : 200),
    location: '/access-requests',
  },
  input: z.strictObject({ ownerId: Id, scope: GrantScope, entityId: Id.nullable().optional(), reason: text(1_000) }),
  output: AccessRequest.extend({ created: z.boolean().describe('False when it was already pending.') }),
  run: async (input, { clients }) => {
    const { accessRequest, created } = await clients.accessRequests.createAccessRequest(input);
    return accessRequest && { ...accessRequest, created: created ?? true };
  },
});
