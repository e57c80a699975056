import { Client, SdkHttpError, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import {
  type CallToolRequest,
  type CallToolResult,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { BRIDGE_PATH, type Connection, tokenRefused } from './connection.js';
import { Failure } from './failure.js';
import { callOverHttp, isLarge } from './large-calls.js';

/** Name that this program reports while the endpoint is unreachable. */
const SERVER_INFO: Implementation = { name: 'agent-bridge', title: 'Agent Bridge', version: '0.1.0' };

/** Error data of the client library for a response outside the protocol. */
const Answer = z.object({ text: z.string() });

/** The envelope of the product's errors. */
const ErrorBody = z.object({ error: z.looseObject({ code: z.string(), message: z.string() }) });

/** Methods whose requests are forwarded unchanged. */
const FORWARDED = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
] as const;

/** The remote endpoint, over an MCP client that connects on first use. */
export interface Remote {
  /** Rejects with Failure when there is no response, and with ProtocolError when the endpoint refuses the request. */
  readonly ask: <Answer>(question: (client: Client) => Promise<Answer>) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** `tools` are the families of tools to list, or `all`; the endpoint's short list when undefined. */
export function openRemote(connection: Connection, tools: string | undefined): Remote {
  const url = new URL(`${connection.baseUrl}${BRIDGE_PATH}/mcp`);
  if (tools !== undefined) url.searchParams.set('tools', tools);
  let connecting: Promise<Client> | undefined;
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'svc-agent-mcp', version: SERVER_INFO.version });
    const authProvider = { token: async () => connection.token };
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    await client.connect(transport);
    return client;
  };
  return {
    async ask(question) {
      try {
        connecting ??= connect();
        return await question(await connecting);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        connecting = undefined;
        throw failureOf(error, connection);
      }
    },
    async close() {
      const client = await connecting?.catch(() => undefined);
      await client?.close();
    },
  };
}

function failureOf(error: unknown, connection: Connection): Failure {
  if (error instanceof UnauthorizedError) return tokenRefused(connection);
  if (error instanceof SdkHttpError) {
    if (error.status === 401) return tokenRefused(connection);
    const refused = readRefusal(error.data);
    if (refused) return new Failure(refused.message, { cause: error }, refused);
  }
  return new Failure(
    `Could not get a valid response from ${connection.baseUrl}. Check SVC_API_BASE_URL and the network.`,
    {
      cause: error,
    },
  );
}

/** The product's error for a rejected message; undefined for errors that are not its own. */
function readRefusal(data: unknown) {
  try {
    return ErrorBody.safeParse(JSON.parse(Answer.parse(data).text)).data?.error;
  } catch {
    return undefined;
  }
}

/** An MCP server that forwards everything to the remote endpoint, except calls with large images, which use another route. */
export async function createBridgeServer(remote: Remote, connection: Connection): Promise<Server> {
  const { info, ...described } = await readDescription(remote);
  const server = new Server(info, { capabilities: { tools: {}, resources: {}, prompts: {} }, ...described });
  for (const method of FORWARDED) {
    server.setRequestHandler(method, async ({ params }, { mcpReq: { signal } }) => {
      try {
        // The response belongs to the same method, which the types cannot express.
        return (await remote.ask((client) => client.request({ method, params } as never, { signal }))) as never;
      } catch (error) {
        throw error instanceof Failure ? new ProtocolError(ProtocolErrorCode.InternalError, error.message) : error;
      }
    });
  }
  server.setRequestHandler('tools/call', ({ params }, { mcpReq: { signal } }) => callTool(params, signal));
  return server;

  /** Errors that prevent a call are returned as a tool result, so that the model can read them. */
  async function callTool(params: CallToolRequest['params'], signal: AbortSignal): Promise<CallToolResult> {
    try {
      if (isLarge(params)) return await callOverHttp(connection, params, signal);
      return await remote.ask((client) => client.request({ method: 'tools/call', params }, { signal }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const text = JSON.stringify({ error: { ...error.toolError, message: error.message } });
      return { isError: true, content: [{ type: 'text', text }] };
    }
  }
}

/** The endpoint's name and instructions; defaults while it is unreachable, which the first request reports. */
async function readDescription(remote: Remote): Promise<{ info: Implementation; instructions?: string }> {
  try {
    return await remote.ask(async (client) => {
      const { name, title } = client.getServerVersion() ?? SERVER_INFO;
      const instructions = client.getInstructions();
      const info = { ...SERVER_INFO, name, ...(title === undefined ? {} : { title }) };
      return { info, ...(instructions === undefined ? {} : { instructions }) };
    });
  } catch {
    return { info: SERVER_INFO };
  }
}
