import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const revokeAgent = defineOperation({
  name: 'agent_connection.revoke_agent',
  summary: "End an agent's connection",
  description: 'Its token stops working before this call returns.',
  tier: 2,
  http: { method: 'DELETE', path: '/settings/agent-connection/agents/:requestId' },
  input: z.strictObject({ requestId: Id }),
  run: ({ requestId }, { clients }) => clients.agentAuthorizations.revokeAgentConnection({ family: '', requestId }),
});
