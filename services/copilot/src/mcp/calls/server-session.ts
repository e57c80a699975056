import type * as Library from '@modelcontextprotocol/client';
import type {
  CallToolResult,
  Client,
  JsonSchemaValidator,
  jsonSchemaValidator,
  StreamableHTTPClientTransport,
  Tool,
  Transport,
} from '@modelcontextprotocol/client';
import { orAborted } from '@svc/chassis/concurrency/or-aborted';
import type { ServerTool } from '../servers/mcp-server.js';
import { createMcpFetch, type McpTarget } from './mcp-fetch.js';
import { type FaultKind, ServerFault } from './server-fault.js';

/** Timeouts in milliseconds. */
export interface SessionTimes {
  /** Until the server has responded to `initialize`. */
  readonly helloMs: number;
  /** A whole session. */
  readonly callMs: number;
}

export const SESSION_TIMES: SessionTimes = { helloMs: 10_000, callMs: 20_000 };

/** Maximum pages of tools. */
const PAGES_MAX = 5;

/** How to reach servers. */
export interface SessionParts {
  readonly fetch: typeof fetch;
  readonly times: SessionTimes;
}

/** The request to a server. */
export interface ServerCall {
  readonly tool: Pick<ServerTool, 'name' | 'inputSchema'>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, string>> | undefined;
}

/** Lists all tools of a server, as it names them. Throws ServerFault. */
export async function listServerTools(parts: SessionParts, target: McpTarget, signal: AbortSignal): Promise<Tool[]> {
  try {
    return await inSession(parts, target, signal, async ({ client, bounds }) => {
      return (await client.listTools(undefined, bounds)).tools;
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ServerFault ? error : new ServerFault('unusable', { cause: error });
  }
}

/** Calls a tool, once. Throws ServerFault, and ProtocolError when the server itself refuses the call. */
export async function callServer(
  parts: SessionParts,
  target: McpTarget,
  signal: AbortSignal,
  { tool, input, meta }: ServerCall,
): Promise<CallToolResult> {
  return inSession(parts, target, signal, (session) => {
    session.hasCalled = true;
    const call = { name: tool.name, arguments: { ...input }, ...(meta && { _meta: { ...meta } }) };
    return session.client.callTool(call, { ...session.bounds, toolDefinition: definitionOf(tool) });
  });
}

/** The properties of a tool that affect how its call is sent. */
function definitionOf({ name, inputSchema }: ServerCall['tool']): Tool {
  return { name, inputSchema: { ...inputSchema, type: 'object' } };
}

/** An open session. */
interface Session {
  readonly client: Client;
  readonly bounds: { readonly signal: AbortSignal; readonly timeout: number };
  /** Once set, the outcome of a failed call is unknown. */
  hasCalled: boolean;
}

/** Runs one session, isolated from all others, and closes it. */
async function inSession<Result>(
  { fetch, times }: SessionParts,
  target: McpTarget,
  signal: AbortSignal,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  // The MCP library takes 15 MB, so it is loaded on first use.
  const library = await import('@modelcontextprotocol/client');
  const late = AbortSignal.timeout(times.callMs);
  const ending = AbortSignal.any([signal, late]);
  const client = new library.Client(
    { name: 'dealbridge', version: '1' },
    {
      jsonSchemaValidator: TAKES_ALL,
      listMaxPages: PAGES_MAX,
      versionNegotiation: { mode: target.transport === 'http' ? 'auto' : 'legacy' },
    },
  );
  const transport = openTransport(library, target, createMcpFetch(fetch, target, ending));
  const session: Session = { client, bounds: { signal: ending, timeout: times.callMs }, hasCalled: false };
  try {
    await orAborted(client.connect(transport, { signal: ending, timeout: times.helloMs }), ending);
    return await orAborted(work(session), ending);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof library.ProtocolError) throw error;
    const kind = late.aborted ? 'late' : kindOf(library, error);
    throw new ServerFault(kind, { isUncertain: session.hasCalled && kind !== 'refused', cause: error });
  } finally {
    // In the background: callers must not wait for it.
    void endSession(client, transport);
  }
}

/** Servers of older revisions keep state for each session. */
async function endSession(client: Client, transport: Transport): Promise<void> {
  try {
    if ('terminateSession' in transport && transport.sessionId !== undefined) {
      await (transport as StreamableHTTPClientTransport).terminateSession();
    }
  } catch {
    // An unreachable server keeps no state.
  }
  await client.close().catch(() => undefined);
}

/** Accepts everything: a server's output is only text for a model, so its schemas are never compiled. */
const TAKES_ALL: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

function openTransport(
  { StreamableHTTPClientTransport, SSEClientTransport }: typeof Library,
  { url, transport }: McpTarget,
  fetch: typeof globalThis.fetch,
): Transport {
  if (transport === 'sse') return new SSEClientTransport(new URL(url), { fetch });
  return new StreamableHTTPClientTransport(new URL(url), { fetch });
}

function kindOf({ SdkError, SdkErrorCode, SdkHttpError }: typeof Library, error: unknown): FaultKind {
  const status = error instanceof SdkHttpError ? error.status : Number(Object(error)['code']);
  if (status === 401 || status === 403) return 'refused';
  if (status >= 500 && status <= 599) return 'failed';
  if (status >= 400 && status <= 499) return 'unusable';
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return 'late';
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) return 'unusable';
  if (error instanceof SyntaxError) return 'unusable';
  return 'unreachable';
}
