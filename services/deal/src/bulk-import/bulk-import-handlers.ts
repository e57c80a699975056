import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import { BulkImportService as methods } from '@svc/proto/deal/v1/bulk_import_service';
import { checkDate } from '../calendar-date.js';
import { createImportQueue } from '../imports/import-queue.js';
import { processBulkImport } from './process-bulk-import.js';
import { readGroups } from './read-groups.js';

/** Links in, deals and videos out. */
export function bulkImportHandlers(write: Write): ServiceHandlers<typeof methods> {
  const inTurn = createImportQueue();
  return {
    processBulkImport: write(methods.processBulkImport, {
      before: async (request) => {
        checkDate('postDate', request.postDate);
        return readGroups(request);
      },
      inTurn: (_request, { user }, transact) => inTurn(user.userId, transact),
      work: (tx, { postDate }, { user }, groups) => processBulkImport(tx, user, postDate, groups),
    }),
  };
}
