import { listOf, page, pageInput } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { AgentCall, toAgentCall } from './agent-call.js';

export const listAgentCalls = defineOperation({
  name: 'agent_connection.list_calls',
  summary: 'List what agents did for you in the last 90 days, newest first',
  description: 'Where calls came too fast to be written down, a row says in `notWrittenDown` how many.',
  tier: 0,
  http: { method: 'GET', path: '/settings/agent-connection/calls' },
  input: z.strictObject({
    ...pageInput,
    connectionId: Id.optional().describe('Only calls of this connection, also of one that has ended.'),
    writes: z.boolean().optional().describe('Only what may have changed something.'),
  }),
  output: listOf(AgentCall),
  run: async ({ limit, offset, connectionId, writes = false }, { clients }) => {
    const request = { limit, skip: offset, connectionId, writesOnly: writes };
    const { calls, totalSize } = await clients.toolCalls.listToolCalls(request);
    return page(calls.map(toAgentCall), totalSize, { limit, offset });
  },
});
