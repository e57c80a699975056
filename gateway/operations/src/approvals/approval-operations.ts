import { approve } from './approve.js';
import { confirmApproval } from './confirm-approval.js';
import { deny } from './deny.js';
import { executeApproval } from './execute-approval.js';
import { getApproval } from './get-approval.js';
import { listApprovals } from './list-approvals.js';
import { requestApproval } from './request-approval.js';

export const approvalOperations = [
  approve,
  confirmApproval,
  deny,
  executeApproval,
  getApproval,
  listApprovals,
  requestApproval,
] as const;
