import { listOf, page, pageInput } from '@svc/chassis/schemas/paging';
import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AgentCall, AgentCallStatus, toAgentCall } from './agent-call.js';

/** A date, or a date-time with offset. */
const Instant = text(40);

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
    status: AgentCallStatus.optional().describe('Only calls with this outcome.'),
    copilot: z.boolean().optional().describe('Only calls of the copilot.'),
    from: Instant.optional().describe('At or after: a date begins at its start in your time zone.'),
    to: Instant.optional().describe('At or before: a date covers its whole day in your time zone.'),
  }),
  output: listOf(AgentCall),
  run: async ({ limit, offset, writes = false, copilot = false, ...filter }, { clients }) => {
    const request = { ...filter, limit, skip: offset, writesOnly: writes, copilotOnly: copilot };
    const { calls, totalSize } = await clients.toolCalls.listToolCalls(request);
    return page(calls.map(toAgentCall), totalSize, { limit, offset });
  },
});
