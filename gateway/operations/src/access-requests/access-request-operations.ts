import { approveAccessRequest } from './approve-access-request.js';
import { createAccessRequest } from './create-access-request.js';
import { denyAccessRequest } from './deny-access-request.js';
import { listAccessRequests } from './list-access-requests.js';
import { revokeAccessRequest } from './revoke-access-request.js';

export const accessRequestOperations = [
  approveAccessRequest,
  createAccessRequest,
  denyAccessRequest,
  listAccessRequests,
  revokeAccessRequest,
] as const;
