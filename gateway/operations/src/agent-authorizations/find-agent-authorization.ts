import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { text } from '../schemas/scalars.js';
import { ShownAgentAuthorization, toAgentAuthorization } from './agent-authorization.js';

export const findAgentAuthorization = defineOperation({
  name: 'agent_authorizations.find',
  summary: 'Find what an agent asks for by the code that it shows',
  description: 'The code counts in any case, with or without its dash. A POST, as codes do not belong into addresses.',
  tier: 0,
  destructive: false,
  http: { method: 'POST', path: '/agent-authorizations/find' },
  input: z.strictObject({ userCode: text(20) }),
  output: ShownAgentAuthorization,
  run: async ({ userCode }, { clients }) => {
    const asked = { $case: 'userCode' as const, value: userCode };
    const { request, passwordRequired } = await clients.agentAuthorizations.getAuthorizationRequest({ request: asked });
    return { ...toAgentAuthorization(request), passwordRequired };
  },
});
