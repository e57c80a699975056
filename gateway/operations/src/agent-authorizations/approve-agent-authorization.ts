import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { GivenPassword } from '../schemas/account.js';
import { Id } from '../schemas/scalars.js';
import { AgentAuthorization, toAgentAuthorization } from './agent-authorization.js';

export const approveAgentAuthorization = defineOperation({
  name: 'agent_authorizations.approve',
  summary: 'Let an agent act for you',
  description: 'Needs the password when the sign-in is more than 15 minutes old. At most 25 agents at a time.',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/agent-authorizations/:requestId/approve' },
  input: z.strictObject({ requestId: Id, password: GivenPassword.optional() }),
  output: AgentAuthorization,
  run: async (input, { clients, client }) => {
    const decision = { ...input, clientAddress: client.address };
    return toAgentAuthorization((await clients.agentAuthorizations.approveAuthorizationRequest(decision)).request);
  },
});
