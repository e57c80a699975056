import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { mcpServerOutput, toMcpServer } from './mcp-server.js';

export const enableMcpServer = defineOperation({
  name: 'admin.copilot.enable_mcp_server',
  summary: 'Enable or disable an MCP server',
  description:
    'Enabling an enabled server accepts its tools as they are now, including those turned off because they had changed.',
  access: 'admin',
  tier: 2,
  affects: ['copilot'],
  http: { method: 'PATCH', path: '/admin/copilot/mcp-servers/:serverId/enabled', version: 'checked' },
  input: z.strictObject({ serverId: Id, enabled: z.boolean() }),
  output: mcpServerOutput,
  run: async (input, { clients, expectedVersion }) =>
    toMcpServer((await clients.mcpServers.setMcpServerEnabled({ ...input, expectedVersion })).server),
});
