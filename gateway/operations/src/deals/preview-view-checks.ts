import { BulkImportInput, BulkImportPreview, IMPORT_BYTES_MAX } from '../schemas/bulk-import.js';
import { defineOperation } from '../define-operation.js';

export const previewViewChecks = defineOperation({
  name: 'deals.preview_view_checks',
  summary: 'Show what an import of pasted links would do, without doing it',
  description:
    'Takes what deals.bulk_add_view_checks takes and answers what that would answer at this moment. dealId and videoId are null where the import would create the deal or add the video.',
  tier: 0,
  http: {
    method: 'POST',
    path: '/deals/bulk-import/preview',
    bodyBytesMax: IMPORT_BYTES_MAX,
    idempotencyKey: 'ignored',
  },
  input: BulkImportInput,
  output: BulkImportPreview,
  run: ({ postDate, collections = [], linksText }, { clients }) =>
    clients.bulkImport.previewBulkImport({ postDate, collections, linksText }),
});
