import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';

export const revokeAgent = defineOperation({
  name: 'agent_connection.revoke_agent',
  summary: 'End the connection of an agent',
  description: 'Its token opens nothing any more once this is answered.',
  tier: 2,
  http: { method: 'DELETE', path: '/settings/agent-connection/agents/:requestId' },
  input: z.strictObject({ requestId: Id }),
  run: ({ requestId }, { clients }) => clients.agentAuthorizations.revokeAgentConnection({ family: '', requestId }),
});
