import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { McpServer, toMcpServer } from './mcp-server.js';

const MemoryEndpoint = z
  .object({
    status: z.enum(['ready', 'unreachable', 'misconfigured']),
    transport: z.enum(['http', 'sse']),
    hasAuthHeader: z.boolean(),
    warning: z.string().nullable(),
  })
  .meta({ id: 'MemoryMcpEndpoint' });

export const listMcpServers = defineOperation({
  name: 'admin.copilot.list_mcp_servers',
  summary: 'List the MCP servers whose tools the copilot may use, by name',
  description: 'Headers of servers are not included.',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/copilot/mcp-servers' },
  input: z.strictObject(pageInput),
  output: listOf(McpServer).extend({
    memory: MemoryEndpoint.nullable().describe('The server configured in the environment; null without one.'),
  }),
  run: async (input, { clients }) => {
    const { servers, totalSize, memory } = await clients.mcpServers.listMcpServers(pageRequest(input));
    const items = servers.flatMap((each) => toMcpServer(each).server ?? []);
    return { ...page(items, totalSize, input), memory: memory ? { ...memory, warning: memory.warning ?? null } : null };
  },
});
