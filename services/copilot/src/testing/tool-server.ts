import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type CallToolResult, createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { SSEServerTransport } from '@modelcontextprotocol/server-legacy/sse';

/** A call as a server received it. */
export interface ServedCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** An MCP server from the official packages, over HTTP: both revisions at `/mcp`, the older transport at `/sse`. */
export interface ToolServer {
  /** `host:port` */
  readonly host: string;
  readonly url: string;
  readonly sseUrl: string;
  /** Sets its tools from now on. */
  tools: Tool[];
  /** Tool calls, in order. */
  readonly calls: readonly ServedCall[];
  /** The requests it received: method, path and headers. */
  readonly requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[];
  /** Answers calls; `Answer of <tool>` when unset. */
  answer: (call: ServedCall) => Promise<CallToolResult>;
  /** Intercepts requests: the server skips those for which it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  stop(): Promise<void>;
}

export const words = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** A tool with one text argument. */
export const toolOf = (name: string, description = `Does ${name}`): Tool => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
});

export async function startToolServer(...tools: Tool[]): Promise<ToolServer> {
  const calls: ServedCall[] = [];
  const served: Pick<ToolServer, 'tools' | 'answer' | 'intercept' | 'requests'> = {
    tools,
    requests: [],
    answer: ({ name }) => Promise.resolve(words(`Answer of ${name}`)),
    intercept: () => false,
  };
  const create = (): Server => {
    const server = new Server({ name: 'served', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', async () => ({ tools: served.tools }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const call = { name: params.name, arguments: params.arguments, meta: { ...params._meta } };
      calls.push(call);
      return served.answer(call);
    });
    return server;
  };
  const handle = toNodeHandler(createMcpHandler(create));
  const streams = new Map<string, SSEServerTransport>();
  const listener = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    served.requests.push({ line: `${method} ${url.split('?')[0] ?? ''}`, headers });
    if (served.intercept(request, response)) return;
    if (url === '/sse') {
      const transport = new SSEServerTransport('/messages', response);
      streams.set(transport.sessionId, transport);
      void create().connect(transport);
    } else if (url.startsWith('/messages')) {
      const id = new URL(url, 'http://localhost').searchParams.get('sessionId') ?? '';
      void streams.get(id)?.handlePostMessage(request, response);
    } else {
      void handle(Object.assign(request, { method, url }), response);
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return Object.assign(served, {
    host,
    url: `http://${host}/mcp`,
    sseUrl: `http://${host}/sse`,
    calls,
    async stop() {
      listener.closeAllConnections();
      listener.close();
      await Promise.resolve();
    },
  });
}
