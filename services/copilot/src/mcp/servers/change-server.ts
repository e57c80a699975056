import { type AppError, appError, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AuditChange } from '@svc/proto/identity/v1/audit_service';
import { copilotError } from '../../error-codes.js';
import type { SealedSecret } from '../../sealing/secret-box.js';
import { reportAudit } from './audit-events.js';
import {
  countServersAlone,
  deleteServerRow,
  findTaken,
  insertServer,
  lockServer,
  type NamedServer,
  type StoredServer,
  updateServer,
} from './mcp-server-repo.js';

const SERVERS_MAX = 20;

/** Who makes the change. */
export interface ChangingParts {
  readonly outbox: Pick<Outbox, 'enqueue'>;
}

/** A new server, with its address checked and its header sealed. */
export interface NewServer extends NamedServer {
  readonly id: string;
  readonly isEnabled: boolean;
  readonly sealed: SealedSecret | null;
}

/** Adds a server. Throws CONFLICT when there are 20 already or the slug is taken; MCP_SERVER_DUPLICATE. */
export async function addServer(tx: Tx, { outbox }: ChangingParts, server: NewServer): Promise<StoredServer> {
  if ((await countServersAlone(tx)) >= SERVERS_MAX) {
    throw appError('CONFLICT', `There are ${SERVERS_MAX} MCP servers, the maximum. Delete one first.`);
  }
  await checkFree(tx, server);
  const stored = await insertServer(tx, server);
  const changes = [{ field: 'slug', from: '', to: server.slug }];
  await reportAudit(tx, outbox, { action: 'added', serverId: server.id, changes });
  if (server.isEnabled) await reportAudit(tx, outbox, { action: 'enabled', serverId: server.id });
  return stored;
}

/** An administrator's change; unset fields are kept. */
export interface NamedChange {
  readonly serverId: string;
  readonly expectedVersion?: number | null | undefined;
  readonly patch: { readonly [Field in keyof NamedServer]?: NamedServer[Field] | undefined };
  /** Null removes the header. */
  readonly sealed: SealedSecret | null | undefined;
}

/**
 * Changes a server. A new address pins the tools found there. Throws NOT_FOUND, VERSION_CONFLICT, MCP_SERVER_DUPLICATE, and VALIDATION_ERROR when a
 * header would go to another origin.
 */
export async function changeServer(
  tx: Tx,
  { outbox }: ChangingParts,
  { serverId, expectedVersion, patch, sealed }: NamedChange,
): Promise<StoredServer> {
  // Additions and changes are serialized, so that no two servers get the same slug or address.
  await countServersAlone(tx);
  const before = await lockSeen(tx, serverId, expectedVersion);
  const after = changed(before, patch);
  if (before.hasAuthHeader && sealed === undefined && originOf(after.url) !== originOf(before.url)) {
    throw invalidInput('authHeader', 'must be sent again, or null, because the URL has another origin.');
  }
  await checkFree(tx, { ...after, id: serverId });
  const takesTools = after.urlKey !== before.urlKey || after.transport !== before.transport;
  const { isEnabled } = before;
  const stored = await updateServer(tx, serverId, {
    ...after,
    isEnabled,
    sealed,
    takesTools,
    isDue: sealed !== undefined,
  });
  const changes = changesOf(before, after, sealed);
  if (changes.length > 0) await reportAudit(tx, outbox, { action: 'changed', serverId, changes });
  return stored;
}

/** The server to enable or disable. */
export interface Switching {
  readonly serverId: string;
  readonly enabled: boolean;
  readonly expectedVersion?: number | null | undefined;
}

/** Enables or disables a server; enabling it, even again, pins its tools as they are then. Throws NOT_FOUND and VERSION_CONFLICT. */
export async function switchServer(
  tx: Tx,
  { outbox }: ChangingParts,
  { serverId, enabled, expectedVersion }: Switching,
): Promise<StoredServer> {
  const before = await lockSeen(tx, serverId, expectedVersion);
  const change = { ...before, isEnabled: enabled, sealed: undefined, takesTools: true, isDue: enabled };
  const stored = await updateServer(tx, serverId, change);
  if (enabled || before.isEnabled)
    await reportAudit(tx, outbox, { action: enabled ? 'enabled' : 'disabled', serverId });
  return stored;
}

/** Deletes a server. Throws NOT_FOUND and VERSION_CONFLICT. */
export async function deleteServer(
  tx: Tx,
  { outbox }: ChangingParts,
  { serverId, expectedVersion }: Omit<Switching, 'enabled'>,
): Promise<void> {
  const { slug } = await lockSeen(tx, serverId, expectedVersion);
  await deleteServerRow(tx, serverId);
  const changes = [{ field: 'slug', from: slug, to: '' }];
  await reportAudit(tx, outbox, { action: 'removed', serverId, changes });
}

async function lockSeen(tx: Tx, serverId: string, expectedVersion: number | null | undefined): Promise<StoredServer> {
  const server = await lockServer(tx, serverId);
  if (!server) throw noSuch('MCP server');
  checkVersion(server.version, expectedVersion);
  return server;
}

async function checkFree(tx: Tx, server: Pick<NewServer, 'id' | 'slug' | 'urlKey'>): Promise<void> {
  const taken = await findTaken(tx, server);
  if (taken === 'url') throw duplicate();
  if (taken === 'slug') {
    throw appError('CONFLICT', `Another MCP server has the slug ${server.slug}. Choose another one.`, {
      details: [{ path: 'slug', message: '`slug` must be unique. Choose another.' }],
    });
  }
}

function duplicate(): AppError {
  const message = 'Another MCP server has this address. Change that one, or give another address.';
  return copilotError('MCP_SERVER_DUPLICATE', message, { details: [{ path: 'url', message }] });
}

function changed(before: StoredServer, patch: NamedChange['patch']): NamedServer {
  const { name, slug, url, urlKey, transport, autoApproveTools } = before;
  const known = { name, slug, url, urlKey, transport, autoApproveTools };
  return { ...known, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) };
}

function originOf(url: string): string {
  return new URL(url).origin;
}

/** The audit log must not contain addresses and headers. */
const UNTOLD = '…';

function changesOf(before: StoredServer, after: NamedServer, sealed: SealedSecret | null | undefined): AuditChange[] {
  const told: AuditChange[] = (['name', 'slug', 'transport', 'autoApproveTools'] as const).map((field) => ({
    field,
    from: String(before[field]),
    to: String(after[field]),
  }));
  const changes = told.filter(({ from, to }) => from !== to);
  if (before.url !== after.url) changes.push({ field: 'url', from: UNTOLD, to: UNTOLD });
  if (sealed !== undefined) {
    changes.push({ field: 'authHeader', from: before.hasAuthHeader ? UNTOLD : '', to: sealed === null ? '' : UNTOLD });
  }
  return changes;
}
