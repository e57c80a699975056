import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { BulkImportService as methods, type ProcessBulkImportRequest } from '@svc/proto/deal/v1/bulk_import_service';
import { checkDate } from '../deals/calendar-date.js';
import { createImportQueue } from '../imports/import-queue.js';
import { previewBulkImport } from './preview-bulk-import.js';
import { processBulkImport } from './process-bulk-import.js';
import { type ReadGroups, readGroups } from './read-groups.js';

/** Imports deals and videos from links. */
export function bulkImportHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  const inTurn = createImportQueue();
  return {
    processBulkImport: write(methods.processBulkImport, {
      before: readRequest,
      inTurn: (_request, { user }, transact) => inTurn(user.userId, transact),
      work: (tx, { postDate }, { user }, groups) => processBulkImport(tx, user, postDate, groups),
    }),
    previewBulkImport: async (request, { user }) =>
      previewBulkImport(pool, user, request.postDate, await readRequest(request)),
  };
}

async function readRequest(request: ProcessBulkImportRequest): Promise<ReadGroups> {
  checkDate('postDate', request.postDate);
  return readGroups(request);
}
