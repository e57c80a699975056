import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { HttpOperation } from '../http/http-operation.js';
import { createServerFactory, type McpContents, type ToolRequest } from './mcp-server.js';

/** Answers one parsed message. */
export type McpHandler<Caller> = (asked: ToolRequest<Caller>, body: unknown) => Promise<void>;

/** The protocol's implementation for an endpoint. */
export function createHandler<Operation extends HttpOperation, Caller>(
  contents: McpContents<Operation, Caller>,
): McpHandler<Caller> {
  const createServer = createServerFactory(contents);
  const handler = createMcpHandler(({ authInfo }) => createServer(authInfo?.extra as unknown as ToolRequest<Caller>), {
    onerror: (error) => contents.log.warn({ err: error }, 'an MCP message was refused'),
  });
  const handle = toNodeHandler(handler);
  return async (asked, body) => {
    const { request, response } = asked;
    const auth = { token: '', clientId: '', scopes: [], extra: { ...asked } };
    await handle(Object.assign(request, { method: 'POST', url: request.url ?? '', auth }), response, body);
  };
}
