import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { type ArchiveMemoryRequest, type Memory, MemoryService as methods } from '@svc/proto/copilot/v1/memory_service';
import { createMemory } from './create-memory.js';
import { listMemories, lockMemory, storeKept, storeStatus } from './memory-repo.js';

/** Memories of users. */
export function memoryHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    createMemory: write(methods.createMemory, async (tx, request, call) => ({
      memory: await createMemory(tx, call, request),
    })),
    listMemories: async (request, { user }) => {
      const { status = null, kind = null, tag = null, query = null, inInbox } = request;
      const filter = { status, kind, tag, query, inInbox };
      const { rows, total } = await listMemories(pool, user.userId, filter, pageOf(request));
      return { memories: rows, totalSize: total };
    },
    archiveMemory: write(methods.archiveMemory, async (tx, request, { user }) => ({
      memory: await putInto(tx, user, request, 'archived'),
    })),
    restoreMemory: write(methods.restoreMemory, async (tx, request, { user }) => ({
      memory: await putInto(tx, user, request, 'active'),
    })),
    keepMemory: write(methods.keepMemory, async (tx, request, { user }) => {
      const memory = await lockSeen(tx, user, request);
      return { memory: memory.inInbox ? await storeKept(tx, memory.id) : memory };
    }),
  };
}

/** Archives or restores a memory; repeating it changes nothing. Throws NOT_FOUND, VERSION_CONFLICT. */
async function putInto(
  tx: Tx,
  user: UserPrincipal,
  request: ArchiveMemoryRequest,
  status: 'active' | 'archived',
): Promise<Memory> {
  const memory = await lockSeen(tx, user, request);
  return memory.status === status ? memory : storeStatus(tx, memory.id, status);
}

/** A memory of the user at the version they saw, locked. Throws NOT_FOUND, VERSION_CONFLICT. */
async function lockSeen(
  tx: Tx,
  user: UserPrincipal,
  { memoryId, expectedVersion }: ArchiveMemoryRequest,
): Promise<Memory> {
  const memory = await lockMemory(tx, user.userId, memoryId);
  if (!memory) throw noSuch('memory');
  checkVersion(memory.version, expectedVersion);
  return memory;
}
