import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { AccessRequest, AccessRequestStatus } from './access-request.js';

export const listAccessRequests = defineOperation({
  name: 'access_requests.list',
  summary: 'List the access requests that you made or got, newest first',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/access-requests' },
  input: z.strictObject({ ...pageInput, status: AccessRequestStatus.optional() }),
  output: listOf(AccessRequest),
  run: async ({ status, ...paging }, { clients }) => {
    const request = { status, ...pageRequest(paging) };
    const { accessRequests, totalSize } = await clients.accessRequests.listAccessRequests(request);
    return page(accessRequests, totalSize, paging);
  },
});
