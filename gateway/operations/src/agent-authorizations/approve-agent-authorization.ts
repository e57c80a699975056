import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { GivenPassword } from '../schemas/account.js';
import { AgentAuthorization, toAgentAuthorization } from './agent-authorization.js';

export const approveAgentAuthorization = defineOperation({
  name: 'agent_authorizations.approve',
  summary: 'Let an agent act for you',
  description: 'Requires the password when the sign-in is more than 15 minutes old. At most 25 agents at a time.',
  tier: 2,
  affects: ['agent_connection'],
  http: { method: 'POST', path: '/agent-authorizations/:requestId/approve' },
  input: z.strictObject({ requestId: Id, password: GivenPassword.optional() }),
  output: AgentAuthorization,
  run: async (input, context) => {
    const decision = { ...input, clientAddress: overHttp(context).sender.address };
    return toAgentAuthorization(
      (await context.clients.agentAuthorizations.approveAuthorizationRequest(decision)).request,
    );
  },
});
