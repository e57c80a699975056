import { approveAgentAuthorization } from './approve-agent-authorization.js';
import { denyAgentAuthorization } from './deny-agent-authorization.js';
import { findAgentAuthorization } from './find-agent-authorization.js';
import { getAgentAuthorization } from './get-agent-authorization.js';

export const agentAuthorizationOperations = [
  approveAgentAuthorization,
  denyAgentAuthorization,
  findAgentAuthorization,
  getAgentAuthorization,
] as const;
