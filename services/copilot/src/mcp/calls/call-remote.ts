import type { CallToolResult } from '@modelcontextprotocol/client';
import { currentCall } from '@svc/chassis/calls/call-context';
import type { AppError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { copilotError } from '../../error-codes.js';
import { type MemoryEndpoint, pseudonymOf } from '../checks/memory-endpoint.js';
import type { PinnedTool } from '../servers/mcp-server.js';
import type { UsedServer } from '../servers/mcp-server-repo.js';
import type { Breaker } from './breaker.js';
import { toOutput } from './call-result.js';
import type { McpTarget } from './mcp-fetch.js';
import type { CallRemote } from './remote-tool.js';
import { ServerFault } from './server-fault.js';
import { callServer, type ServerCall, type SessionParts } from './server-session.js';

/** Key of the pseudonym by which the memory server knows the user. */
const USER_META = 'svc.copilot/user';

export interface RemoteCallParts {
  readonly pool: Pool;
  readonly session: SessionParts;
  readonly breakerOf: (key: string) => Breaker;
  /** The server, while enabled. */
  readonly find: (serverId: string) => Promise<UsedServer | null>;
  readonly targetOf: (server: UsedServer) => Promise<McpTarget>;
}

/** Calls tools of servers, without retries. */
export interface RemoteCall {
  ofServer(server: Pick<UsedServer, 'id'>): CallRemote;
  ofMemory(memory: Pick<MemoryEndpoint, 'target'>): CallRemote;
}

/**
 * Throws MCP_SERVER_UNAVAILABLE when the call was certainly not made, and another error when that is unknown. Changes by an administrator apply from
 * the next call on, in every process.
 */
export function createRemoteCall(parts: RemoteCallParts): RemoteCall {
  const { pool, find, targetOf, breakerOf } = parts;
  return {
    ofServer:
      ({ id }) =>
      async (tool, input) => {
        const server = await find(id);
        const isAsOffered = server?.tools?.some(
          ({ name, hash, state }) => name === tool.name && hash === tool.hash && state === 'offered',
        );
        if (!server || isAsOffered !== true) throw gone();
        const target = await targetOf(server).catch((error: unknown) => {
          throw error instanceof ServerFault ? unavailable(error) : error;
        });
        return callOnce(parts, breakerOf(id), target, { tool, input });
      },
    ofMemory: (memory) => async (tool, input) => {
      const target = memory.target();
      const userId = currentCall()?.userId;
      if (!target || userId === undefined) throw gone();
      const meta = { [USER_META]: await pseudonymOf(pool, userId) };
      return callOnce(parts, breakerOf('memory'), target, { tool, input, meta });
    },
  };
}

async function callOnce(
  { session }: RemoteCallParts,
  breaker: Breaker,
  target: McpTarget,
  call: ServerCall & { readonly tool: PinnedTool },
): Promise<unknown> {
  if (breaker.isOpen) throw unavailable();
  // A call that has begun runs to its end, because it cannot be undone.
  const signal = new AbortController().signal;
  let result: CallToolResult;
  try {
    result = await callServer(session, target, signal, call);
  } catch (error) {
    if (!(error instanceof ServerFault)) {
      breaker.close();
      return toRefusal(error);
    }
    breaker.fail();
    throw error.isUncertain ? error : unavailable(error);
  }
  breaker.close();
  return toOutput(result);
}

/** The server's own error is returned as an untrusted result. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) throw error;
  return { isError: true, content: [error.message] };
}

function unavailable(cause?: ServerFault): AppError {
  return copilotError(
    'MCP_SERVER_UNAVAILABLE',
    'The MCP server does not answer, and nothing was done. Try again later.',
    {
      cause,
    },
  );
}

function gone(): AppError {
  return copilotError(
    'MCP_SERVER_UNAVAILABLE',
    'An administrator disabled this tool, or it has changed. List the tools again.',
  );
}
