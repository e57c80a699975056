import { repeat } from '@svc/chassis/concurrency/repeat';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { SecretBox } from '../sealing/secret-box.js';
import { Unopenable } from '../sealing/secret-box.js';
import type { Tool } from '../tools/tool-box.js';
import { Breaker } from './calls/breaker.js';
import { createRemoteCall } from './calls/call-remote.js';
import type { McpTarget } from './calls/mcp-fetch.js';
import { remoteTools } from './calls/remote-tool.js';
import { ServerFault } from './calls/server-fault.js';
import { listServerTools, type SessionParts } from './calls/server-session.js';
import type { CheckTimes } from './checks/check-times.js';
import type { MemoryEndpoint } from './checks/memory-endpoint.js';
import { compareTools, readTools } from './checks/read-tools.js';
import { claimCheck, type ServerCheck, storeCheck } from './checks/server-check-repo.js';
import { openHeader } from './servers/auth-header.js';
import { findUsedServer, listUsedServers, type UsedServer } from './servers/mcp-server-repo.js';

/** The MCP servers of the installation. */
export interface McpServers {
  /** The memory server from the environment; undefined when unset. */
  readonly memory: MemoryEndpoint | undefined;
  /** The tools that they offer now, those of the environment's server first, so that no other server can take their names. */
  readonly tools: () => readonly Tool[];
  /** Settles after the first attempt to read the list. */
  readonly opened: Promise<void>;
  /** Whether any server that administrators added offers a tool. */
  readonly hasTools: boolean;
  /** Number of servers by status. */
  count(): Readonly<Record<UsedServer['status'], number>>;
  /** Checks the servers that are due now, before the next interval. */
  wake(): void;
  stop(): Promise<void>;
}

export interface McpParts {
  readonly pool: Pool;
  readonly box: SecretBox | undefined;
  readonly session: SessionParts;
  readonly memory: MemoryEndpoint | undefined;
  readonly times: CheckTimes;
  readonly log: Log;
}

/** Milliseconds of a process's lease on the check of a server. */
const HELD_MS = 30_000;

/** Uses the enabled servers and checks them regularly; one process checks each. */
export function openMcpServers(parts: McpParts): McpServers {
  const { pool, memory, times, log } = parts;
  const breakers = new Map<string, Breaker>();
  let used: readonly UsedServer[] = [];
  let tools: readonly Tool[] | undefined;
  let memoryTools: { readonly of: unknown; readonly tools: readonly Tool[] } | undefined;
  const isSkipped = ({ urlKey }: UsedServer): boolean => urlKey === memory?.urlKey;
  const read = async (): Promise<void> => {
    used = (await listUsedServers(pool)).filter((server) => !isSkipped(server));
    tools = undefined;
  };
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const work = async (signal: AbortSignal): Promise<void> => {
    await read().finally(open);
    const due = used.filter(({ isDue }) => isDue);
    if (due.length === 0) return;
    await Promise.all(due.map((server) => look(parts, server, signal)));
    await read();
  };
  const loop = repeat('MCP servers', work, times.pollMs, log);
  const call = createRemoteCall({
    ...parts,
    breakerOf(key) {
      const breaker = breakers.get(key) ?? new Breaker(times.openMs);
      breakers.set(key, breaker);
      return breaker;
    },
    find: (serverId) => findUsedServer(pool, serverId),
    targetOf: (server) => targetOf(parts, server),
  });
  const offer = (): readonly Tool[] =>
    used
      .filter(({ status }) => status === 'ready' || status === 'tools_changed')
      .flatMap((server) => remoteTools({ ...server, tools: server.tools ?? [], call: call.ofServer(server) }));
  return {
    memory,
    opened,
    tools: () => {
      const offering = memory?.offering(call.ofMemory(memory));
      if (offering?.tools !== memoryTools?.of) {
        memoryTools = offering && { of: offering.tools, tools: remoteTools(offering) };
      }
      return [...(memoryTools?.tools ?? []), ...(tools ??= offer())];
    },
    get hasTools() {
      return (tools ??= offer()).length > 0;
    },
    count: () => {
      const counts = { connecting: 0, ready: 0, unreachable: 0, tools_changed: 0 };
      for (const { status } of used) counts[status] += 1;
      return counts;
    },
    wake: () => loop.wake(),
    stop: async () => {
      await Promise.all([loop.stop(), memory?.stop()]);
    },
  };
}

/** Checks a server, unless another process does. */
async function look(parts: McpParts, server: UsedServer, signal: AbortSignal): Promise<void> {
  const { pool, session, times, log } = parts;
  if (!(await claimCheck(pool, server, HELD_MS))) return;
  let found: ServerCheck;
  try {
    const target = await targetOf(parts, server);
    const compared = compareTools(server.tools, readTools(await listServerTools(session, target, signal)));
    found = { ...compared, lastError: null, failures: 0, nextMs: times.readyMs };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ServerFault)) throw error;
    const failures = server.failures + 1;
    const nextMs = times.retryMs(failures);
    found = { status: 'unreachable', lastError: error.message, tools: null, failures, nextMs };
  }
  await storeCheck(pool, server, found);
  if (found.status !== server.status)
    log.info({ serverId: server.id, status: found.status }, 'an MCP server has changed');
}

/** How to connect to a server. Throws ServerFault when its header cannot be opened. */
async function targetOf(
  { pool, box }: Pick<McpParts, 'pool' | 'box'>,
  { id, url, transport, isSealed }: UsedServer,
): Promise<McpTarget> {
  if (!isSealed) return { url, transport, header: null };
  if (!box) throw new ServerFault('unreadable_header');
  try {
    return { url, transport, header: await openHeader(pool, box, id) };
  } catch (error) {
    if (error instanceof Unopenable) throw new ServerFault('unreadable_header', { cause: error });
    throw error;
  }
}
