import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteMcpServer = defineOperation({
  name: 'admin.copilot.delete_mcp_server',
  summary: 'Delete an MCP server',
  description: 'Its tools are unavailable from the next call on.',
  access: 'admin',
  tier: 2,
  affects: ['copilot'],
  destructive: true,
  http: { method: 'DELETE', path: '/admin/copilot/mcp-servers/:serverId', version: 'checked' },
  input: z.strictObject({ serverId: Id }),
  run: (input, { clients, expectedVersion }) => clients.mcpServers.deleteMcpServer({ ...input, expectedVersion }),
});
