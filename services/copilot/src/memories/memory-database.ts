import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { MemoryDatabaseService } from '@svc/proto/copilot/v1/memory_service';
import { findSchemaVersion } from './memory-repo.js';

/** Reports the schema version of the memory database to the gateway's readiness check. */
export function memoryDatabaseHandlers(
  pool: Pool,
  { hasOwnDatabase }: { readonly hasOwnDatabase: boolean },
): ServiceHandlers<typeof MemoryDatabaseService> {
  return {
    getConfigurationVersion: async () => ({ version: await findSchemaVersion(pool), hasOwnDatabase }),
  };
}
