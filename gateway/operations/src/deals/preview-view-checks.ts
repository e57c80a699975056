import { defineOperation } from '../registry/define-operation.js';
import { BulkImportInput, BulkImportPreview, IMPORT_BYTES_MAX } from '../schemas/bulk-import.js';

export const previewViewChecks = defineOperation({
  name: 'deals.preview_view_checks',
  summary: 'Preview an import of pasted links',
  description:
    'Takes the input of deals.bulk_add_view_checks, and returns what that would return now, without changing anything. dealId and videoId are null where the import would create the deal or add the video.',
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
