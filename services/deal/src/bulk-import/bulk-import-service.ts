import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { BulkImportServiceService as methods } from '@svc/proto/deal/v1/bulk_import_service';
import { checkDate } from '../calendar-date.js';
import { createOneAtATime } from './one-at-a-time.js';
import { processBulkImport } from './process-bulk-import.js';
import { readGroups } from './read-groups.js';

/** Links in, deals and videos out. */
export function bulkImportService(pool: Pool): ServiceHandlers<typeof methods> {
  // Imports of one owner wait for each other anyway; here they do so without each holding a connection.
  const oneAtATime = createOneAtATime();
  return {
    processBulkImport: async (request, { user }) => {
      checkDate('postDate', request.postDate);
      const groups = readGroups(request);
      return oneAtATime(user.userId, () =>
        runWrite(pool, methods.processBulkImport, request, (tx) =>
          processBulkImport(tx, user, request.postDate, groups),
        ),
      );
    },
  };
}
