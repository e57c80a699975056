import { createHmac } from 'node:crypto';
import { repeat } from '@svc/chassis/concurrency/repeat';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { MemoryEndpoint as ToldEndpoint } from '@svc/proto/copilot/v1/mcp_server_service';
import { checkOutsideUrl } from '../../outbound/check-outside-url.js';
import type { OutsideRules } from '../../outbound/guarded-fetch.js';
import type { McpTarget } from '../calls/mcp-fetch.js';
import type { CallRemote, OfferingServer } from '../calls/remote-tool.js';
import { ServerFault } from '../calls/server-fault.js';
import { listServerTools, type SessionParts } from '../calls/server-session.js';
import {
  type AuthHeader,
  headerProblem,
  type McpTransport,
  MEMORY_SLUG,
  normalUrl,
  type PinnedTool,
} from '../servers/mcp-server.js';
import type { CheckTimes } from './check-times.js';
import { compareTools, readTools } from './read-tools.js';

/** The memory server's settings from the environment. */
export interface MemorySettings {
  readonly url: string;
  readonly transport: McpTransport;
  /** `Name: value`, or the value of `Authorization`. */
  readonly authHeader: string | undefined;
}

/** The memory server that the environment names, for all users. It works without the registry of the others. */
export interface MemoryEndpoint {
  /** Its normalized address; undefined when invalid. */
  readonly urlKey: string | undefined;
  /** How to connect; undefined until it was checked, and when it cannot be used. */
  target(): McpTarget | undefined;
  /** Its status as shown to administrators. */
  told(): ToldEndpoint;
  /** Its tools; undefined until the first successful check. */
  offering(call: CallRemote): OfferingServer | undefined;
  stop(): Promise<void>;
}

export interface MemoryParts {
  readonly session: SessionParts;
  readonly rules: OutsideRules;
  readonly times: CheckTimes;
  readonly log: Log;
}

const WARNING =
  'A fixed header is safer with the transport `http`. Set COPILOT_MEMORY_MCP_TRANSPORT to http if the server can.';

/** The known state of the endpoint. */
interface Known {
  /** Null when unusable; undefined before it was checked. */
  target: McpTarget | null | undefined;
  tools: readonly PinnedTool[] | null;
  isReachable: boolean;
  failures: number;
}

/** Reads the endpoint from the environment and checks it regularly. Logs an invalid setting once, without its value. */
export function openMemoryEndpoint(settings: MemorySettings, parts: MemoryParts): MemoryEndpoint {
  const { transport, authHeader, url } = settings;
  const { session, times, log } = parts;
  const known: Known = { target: undefined, tools: null, isReachable: false, failures: 0 };
  const look = async (signal: AbortSignal): Promise<void> => {
    if (known.target === undefined) known.target = await readTarget(settings, parts);
    if (!known.target) return;
    try {
      const found = readTools(await listServerTools(session, known.target, signal));
      Object.assign(known, { tools: compareTools(known.tools, found).tools, isReachable: true, failures: 0 });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServerFault)) throw error;
      // The cause is not logged, because it may contain the server's own text or its address.
      if (known.failures === 0) log.warn({ kind: error.kind }, 'the memory MCP server does not answer');
      Object.assign(known, { isReachable: false, failures: known.failures + 1 });
    }
  };
  const pauseMs = (): number => (known.failures === 0 ? times.readyMs : times.retryMs(known.failures));
  const loop = repeat('memory MCP server', look, pauseMs, log);
  const parsed = URL.parse(url);
  return {
    urlKey: parsed ? normalUrl(parsed) : undefined,
    target: () => known.target ?? undefined,
    told: () => ({
      status: statusOf(known),
      transport,
      hasAuthHeader: authHeader !== undefined,
      ...(transport === 'sse' && authHeader !== undefined && { warning: WARNING }),
    }),
    offering: (call) =>
      known.isReachable && known.tools
        ? { slug: MEMORY_SLUG, autoApproveTools: [], tools: known.tools, call }
        : undefined,
    stop: () => loop.stop(),
  };
}

function statusOf({ target, isReachable }: Known): 'ready' | 'unreachable' | 'misconfigured' {
  if (target === null) return 'misconfigured';
  return isReachable ? 'ready' : 'unreachable';
}

/** How to connect to the endpoint; null, with a log line, when that is not possible. */
async function readTarget(
  { url, transport, authHeader }: MemorySettings,
  { rules, log }: Pick<MemoryParts, 'rules' | 'log'>,
): Promise<McpTarget | null> {
  const header = authHeader === undefined ? null : readHeader(authHeader);
  if (header && headerProblem(header)) {
    log.error(
      { setting: 'COPILOT_MEMORY_MCP_AUTH_HEADER' },
      'the memory MCP server is ignored: its header may not be sent',
    );
    return null;
  }
  const example = 'https://memory.example.com/mcp';
  try {
    const judged = await checkOutsideUrl(url, rules, { path: 'COPILOT_MEMORY_MCP_URL', example, takesQuery: true });
    judged.hash = '';
    return { url: judged.href, transport, header };
  } catch {
    log.error(
      { setting: 'COPILOT_MEMORY_MCP_URL' },
      'the memory MCP server is ignored: its address may not be reached',
    );
    return null;
  }
}

/** `Name: value`, or the value of `Authorization`. */
function readHeader(text: string): AuthHeader {
  const [, name, value] = /^([^\s:]+):\s?([^]*)$/.exec(text) ?? [];
  return name === undefined || value === undefined ? { name: 'Authorization', value: text } : { name, value };
}

/** A user's pseudonym at the memory server: stable, and useless anywhere else. */
export async function pseudonymOf(pool: Pool, userId: string): Promise<string> {
  const { rows } = await pool.query<{ key: Buffer }>('select p.key from memory.user_pseudonyms p', []);
  return createHmac('sha256', onlyRow(rows).key).update(userId).digest('base64url');
}
