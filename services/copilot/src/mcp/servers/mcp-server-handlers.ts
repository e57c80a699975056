import { invalidInput } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import {
  type AuthHeader as SentHeader,
  type McpServer,
  McpServerService as methods,
} from '@svc/proto/copilot/v1/mcp_server_service';
import { v7 as newId } from 'uuid';
import { checkOutsideUrl } from '../../outbound/check-outside-url.js';
import type { OutsideRules } from '../../outbound/guarded-fetch.js';
import type { SealedSecret, SecretBox } from '../../sealing/secret-box.js';
import { encryptionUnavailable } from '../../settings/own-model.js';
import type { MemoryEndpoint } from '../checks/memory-endpoint.js';
import { sealHeader } from './auth-header.js';
import { addServer, changeServer, type ChangingParts, deleteServer, switchServer } from './change-server.js';
import { checkHeader, checkSlug, normalUrl, readTransport } from './mcp-server.js';
import { listServers, type StoredServer } from './mcp-server-repo.js';

export interface McpServerParts extends ChangingParts {
  readonly pool: Pool;
  readonly write: Write;
  readonly own: { readonly box: SecretBox | undefined; readonly rules: OutsideRules };
  readonly mcp: {
    /** The memory server from the environment; undefined when unset. */
    readonly memory: Pick<MemoryEndpoint, 'urlKey' | 'told'> | undefined;
    /** Checks the servers that are due now, before the next interval. */
    wake(): void;
  };
}

const AUTO_APPROVED_MAX = 100;
const SERVER_URL = { path: 'url', example: 'https://mcp.example.com/mcp', takesQuery: true } as const;

/** Administration of MCP servers. */
export function mcpServerHandlers(parts: McpServerParts): ServiceHandlers<typeof methods> {
  const { pool, write, own, mcp } = parts;
  const tell = (server: StoredServer): McpServer => toServer(server, mcp.memory?.urlKey);
  const after = (): Promise<void> => Promise.resolve(mcp.wake());
  return {
    listMcpServers: async (request) => {
      const { rows, total } = await listServers(pool, pageOf(request));
      return { servers: rows.map(tell), totalSize: total, memory: mcp.memory?.told() ?? null };
    },
    createMcpServer: write(methods.createMcpServer, {
      before: async ({ url, authHeader }) => {
        const id = newId();
        return { id, ...(await judgeUrl(url, own)), sealed: (await seal(id, authHeader, own)) ?? null };
      },
      work: async (tx, { name, slug, transport, enabled, autoApproveTools }, _call, before) => {
        checkSlug(slug);
        const named = {
          name,
          slug,
          transport: readTransport(transport),
          autoApproveTools: readNames(autoApproveTools),
        };
        return { server: tell(await addServer(tx, parts, { ...named, ...before, isEnabled: enabled })) };
      },
      after,
    }),
    updateMcpServer: write(methods.updateMcpServer, {
      before: async ({ serverId, url, authHeader, removesAuthHeader }) => ({
        judged: typeof url === 'string' ? await judgeUrl(url, own) : undefined,
        sealed: removesAuthHeader ? null : await seal(serverId, authHeader, own),
      }),
      work: async (tx, { serverId, expectedVersion, ...request }, _call, { judged, sealed }) => {
        if (typeof request.slug === 'string') checkSlug(request.slug);
        const patch = {
          name: request.name ?? undefined,
          slug: request.slug ?? undefined,
          transport: typeof request.transport === 'string' ? readTransport(request.transport) : undefined,
          autoApproveTools: request.autoApproveTools ? readNames(request.autoApproveTools.names) : undefined,
          ...judged,
        };
        return { server: tell(await changeServer(tx, parts, { serverId, expectedVersion, patch, sealed })) };
      },
      after,
    }),
    setMcpServerEnabled: write(methods.setMcpServerEnabled, {
      work: async (tx, request) => ({ server: tell(await switchServer(tx, parts, request)) }),
      after,
    }),
    deleteMcpServer: write(methods.deleteMcpServer, {
      work: (tx, request) => deleteServer(tx, parts, request),
      after,
    }),
  };
}

async function judgeUrl(text: string, { rules }: McpServerParts['own']) {
  const url = await checkOutsideUrl(text, rules, SERVER_URL);
  url.hash = '';
  return { url: url.href, urlKey: normalUrl(url) };
}

/** A server's header, sealed; undefined when unset. Throws VALIDATION_ERROR and ENCRYPTION_UNAVAILABLE. */
async function seal(
  serverId: string,
  header: SentHeader | null | undefined,
  { box }: McpServerParts['own'],
): Promise<SealedSecret | undefined> {
  if (!header) return undefined;
  checkHeader(header);
  if (!box) throw encryptionUnavailable();
  return sealHeader(box, serverId, header);
}

function readNames(names: readonly string[]): string[] {
  if (names.length > AUTO_APPROVED_MAX) {
    throw invalidInput('autoApproveTools', `must be at most ${AUTO_APPROVED_MAX} names.`);
  }
  return [...new Set(names)];
}

function toServer(server: StoredServer, memoryKey: string | undefined): McpServer {
  const { tools, lastError, isEnabled, urlKey, status, autoApproveTools, ...told } = server;
  const isSkipped = memoryKey === urlKey;
  const isUsed = isEnabled && !isSkipped;
  const having = (state: string) => tools?.filter((tool) => tool.state === state) ?? [];
  return {
    ...told,
    enabled: isEnabled,
    autoApproveTools: [...autoApproveTools],
    status: isUsed ? status : 'disabled',
    ...(isUsed && tools !== null && { toolCount: having('offered').length }),
    ...(isUsed && lastError !== null && { lastError }),
    ...(isSkipped && { skippedReason: 'duplicate_of_env_memory' }),
    changedTools: isUsed ? having('changed').map(({ name }) => name) : [],
    tools: isUsed ? (tools ?? []).map(({ name, state, annotations }) => ({ name, state, annotations })) : [],
  };
}
