import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AccessRequest, AccessRequestStatus } from './access-request.js';

export const listAccessRequests = defineOperation({
  name: 'access_requests.list',
  summary: 'List the access requests you made or received, newest first',
  tier: 0,
  http: { method: 'GET', path: '/access-requests' },
  input: z.strictObject({
    ...pageInput,
    status: AccessRequestStatus.optional(),
    asOwner: z.boolean().optional().describe('True for requests to you as the owner, false for requests you made.'),
  }),
  output: listOf(AccessRequest),
  run: async (input, { clients }) => {
    const { accessRequests, totalSize } = await clients.accessRequests.listAccessRequests(pageRequest(input));
    return page(accessRequests, totalSize, input);
  },
});
