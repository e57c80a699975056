import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { AgentConnection, toAgentConnection } from './agent-connection.js';

export const renewAgent = defineOperation({
  name: 'agent_connection.renew_agent',
  summary: "Let an agent's token live longer",
  description:
    'It ends `expiresInDays` days from now, or as many as it was approved for; never earlier than it would have. The token stays the same.',
  tier: 2,
  http: { method: 'POST', path: '/settings/agent-connection/agents/:requestId/renew' },
  input: z.strictObject({ requestId: Id, expiresInDays: z.int().min(1).max(365).optional() }),
  output: AgentConnection,
  run: async (input, { clients, apiPath }) => {
    const { connection } = await clients.agentAuthorizations.renewAgentConnection(input);
    return toAgentConnection(connection, { apiPath });
  },
});
