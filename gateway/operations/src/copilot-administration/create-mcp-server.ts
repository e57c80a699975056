import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { mcpServerFields, mcpServerOutput, toMcpServer } from './mcp-server.js';

const { autoApproveTools, authHeader, ...fields } = mcpServerFields;

export const createMcpServer = defineOperation({
  name: 'admin.copilot.create_mcp_server',
  summary: 'Create an MCP server whose tools the copilot may use',
  description:
    'At most 20. Once enabled, its tools are available to every copilot user, and it receives the arguments of their calls.',
  access: 'admin',
  tier: 2,
  affects: ['copilot'],
  http: {
    method: 'POST',
    path: '/admin/copilot/mcp-servers',
    status: 201,
    location: '/admin/copilot/mcp-servers',
    idempotencyKey: 'ignored',
  },
  input: z.strictObject({
    ...fields,
    authHeader: authHeader.optional(),
    enabled: z.boolean().default(false),
    autoApproveTools: autoApproveTools.default([]),
  }),
  output: mcpServerOutput,
  run: async (input, { clients }) => {
    const request = { ...input, authHeader: input.authHeader ?? null };
    return toMcpServer((await clients.mcpServers.createMcpServer(request)).server);
  },
});
