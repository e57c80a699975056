import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShownAgentAuthorization, toAgentAuthorization } from './agent-authorization.js';

export const getAgentAuthorization = defineOperation({
  name: 'agent_authorizations.get',
  summary: "Get an agent's access request",
  tier: 0,
  http: { method: 'GET', path: '/agent-authorizations/:requestId' },
  input: z.strictObject({ requestId: Id }),
  output: ShownAgentAuthorization,
  run: async ({ requestId }, { clients }) => {
    const asked = { $case: 'requestId' as const, value: requestId };
    const { request, passwordRequired } = await clients.agentAuthorizations.getAuthorizationRequest({ request: asked });
    return { ...toAgentAuthorization(request), passwordRequired };
  },
});
