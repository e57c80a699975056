import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AgentAuthorization, toAgentAuthorization } from './agent-authorization.js';

export const denyAgentAuthorization = defineOperation({
  name: 'agent_authorizations.deny',
  summary: 'Deny an agent access',
  tier: 2,
  http: { method: 'POST', path: '/agent-authorizations/:requestId/deny' },
  input: z.strictObject({ requestId: Id }),
  output: AgentAuthorization,
  run: async (input, { clients }) =>
    toAgentAuthorization((await clients.agentAuthorizations.denyAuthorizationRequest(input)).request),
});
