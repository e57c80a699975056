import { expect, test } from '@jest/globals';
import { versionOf } from '@svc/http-host/http/operation-answer';
import type { OperationContext } from '../run/operation-context.js';
import { createMcpServer } from './create-mcp-server.js';
import { enableMcpServer } from './enable-mcp-server.js';
import { updateMcpServer } from './update-mcp-server.js';

const serverId = '0198e8a0-0000-7000-8000-000000000001';
const answer = async () => ({ server: { id: serverId, version: 3 } });
const context = {
  clients: { mcpServers: { createMcpServer: answer, updateMcpServer: answer, setMcpServerEnabled: answer } },
} as unknown as OperationContext;

test('responses with one server include its version, which becomes the ETag', async () => {
  const wanted = { name: 'Notes', slug: 'notes', url: 'https://mcp.example.com/mcp', transport: 'http' as const };

  const answers = [
    await createMcpServer.run({ ...wanted, enabled: false, autoApproveTools: [] }, context),
    await updateMcpServer.run({ serverId, name: 'Notes' }, context),
    await enableMcpServer.run({ serverId, enabled: true }, context),
  ];

  expect(answers.map(versionOf)).toEqual([3, 3, 3]);
});
