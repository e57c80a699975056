import { listOf, page, pageInput } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AgentCall, toAgentCall } from './agent-call.js';

export const listAgentCalls = defineOperation({
  name: 'agent_connection.list_calls',
  summary: "List your agents' calls of the last 90 days, newest first",
  description: 'When calls came too fast to record each, `notWrittenDown` holds how many an entry represents.',
  tier: 0,
  http: { method: 'GET', path: '/settings/agent-connection/calls' },
  input: z.strictObject({
    ...pageInput,
    connectionId: Id.optional().describe('Only calls of this connection, even if it has ended.'),
    writes: z.boolean().optional().describe('Only calls that may have changed something.'),
  }),
  output: listOf(AgentCall),
  run: async ({ limit, offset, connectionId, writes = false }, { clients }) => {
    const request = { limit, skip: offset, connectionId, writesOnly: writes };
    const { calls, totalSize } = await clients.toolCalls.listToolCalls(request);
    return page(calls.map(toAgentCall), totalSize, { limit, offset });
  },
});
