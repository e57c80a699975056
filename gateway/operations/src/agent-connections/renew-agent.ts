import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AgentConnection, toAgentConnection } from './agent-connection.js';

export const renewAgent = defineOperation({
  name: 'agent_connection.renew_agent',
  summary: "Extend an agent's token",
  description:
    'It then expires `expiresInDays` days from now, by default as many as it was approved for, but never earlier than before. The token stays the same.',
  tier: 2,
  http: { method: 'POST', path: '/settings/agent-connection/agents/:requestId/renew' },
  input: z.strictObject({ requestId: Id, expiresInDays: z.int().min(1).max(365).optional() }),
  output: AgentConnection,
  run: async (input, { clients, apiPath }) => {
    const { connection } = await clients.agentAuthorizations.renewAgentConnection(input);
    return toAgentConnection(connection, { apiPath });
  },
});
