import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShownAgentAuthorization, toAgentAuthorization } from './agent-authorization.js';

export const findAgentAuthorization = defineOperation({
  name: 'agent_authorizations.find',
  summary: "Find an agent's access request by the code it shows",
  description: 'Case is ignored, and the dash is optional. This is a POST because codes do not belong in URLs.',
  tier: 0,
  http: { method: 'POST', path: '/agent-authorizations/find', idempotencyKey: 'ignored' },
  input: z.strictObject({ userCode: text(20) }),
  output: ShownAgentAuthorization,
  run: async ({ userCode }, { clients }) => {
    const asked = { $case: 'userCode' as const, value: userCode };
    const { request, passwordRequired } = await clients.agentAuthorizations.getAuthorizationRequest({ request: asked });
    return { ...toAgentAuthorization(request), passwordRequired };
  },
});
