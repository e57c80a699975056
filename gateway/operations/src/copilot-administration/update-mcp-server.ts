import { changeInput } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { mcpServerFields, mcpServerOutput, toMcpServer } from './mcp-server.js';

export const updateMcpServer = defineOperation({
  name: 'admin.copilot.update_mcp_server',
  summary: 'Update an MCP server',
  description:
    'Updates only the fields sent. `authHeader` null removes it. While one is stored, changing the URL to another origin requires `authHeader`, because the stored header must not be sent to another host.',
  access: 'admin',
  tier: 2,
  affects: ['copilot'],
  http: { method: 'PUT', path: '/admin/copilot/mcp-servers/:serverId', version: 'checked', idempotencyKey: 'ignored' },
  input: changeInput({ serverId: Id }, mcpServerFields),
  output: mcpServerOutput,
  run: async ({ authHeader, autoApproveTools, ...input }, { clients, expectedVersion }) =>
    toMcpServer(
      (
        await clients.mcpServers.updateMcpServer({
          ...input,
          authHeader: authHeader ?? null,
          removesAuthHeader: authHeader === null,
          autoApproveTools: autoApproveTools ? { names: autoApproveTools } : null,
          expectedVersion,
        })
      ).server,
    ),
});
