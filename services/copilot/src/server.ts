import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { searchHandlers } from '@svc/chassis/search/search-handlers';
import { MemoryDatabaseService, MemoryService } from '@svc/proto/copilot/v1/memory_service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { memoryDatabaseHandlers } from './memories/memory-database.js';
import { memoryHandlers } from './memories/memory-handlers.js';
import { searchMemories } from './memories/search-memories.js';
import { purgeHandlers } from './removals/purge-handlers.js';

export interface CopilotParts {
  /** Of the database that memories are in. */
  readonly pool: Pool;
  readonly write: Write;
  readonly hasOwnMemoryDatabase: boolean;
}

/** Every gRPC service of copilot. */
export function addServices(server: GrpcServer, { pool, write, hasOwnMemoryDatabase }: CopilotParts): void {
  server.add(MemoryService, memoryHandlers(pool, write));
  server.add(MemoryDatabaseService, memoryDatabaseHandlers(pool, hasOwnMemoryDatabase));
  server.add(SearchService, searchHandlers({ memory: searchMemories(pool) }));
  server.add(PurgeService, purgeHandlers(pool));
}
