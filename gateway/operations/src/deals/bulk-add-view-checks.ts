import { defineOperation } from '../registry/define-operation.js';
import { BulkImportInput, BulkImportResult, IMPORT_BYTES_MAX } from '../schemas/bulk-import.js';

export const bulkAddViewChecks = defineOperation({
  name: 'deals.bulk_add_view_checks',
  summary: 'Turn pasted links of published videos into deals, videos and view checks',
  description:
    'Returns the deals and videos found or created. Use it for every list of links that went live, and never create those deals one by one. A group with a promo code goes to your active deal with that code, which is created if necessary. A group without one goes to the active deal that already has one of its links. Groups that match nothing are returned in needsPromoCode: ask for the promo code and the deal details, then repeat with nextAction.retryParams. Repeating a request changes nothing.',
  tier: 1,
  affects: ['videos', 'activity', 'inbox', 'overview'],
  scope: 'svc.write.low_risk',
  core: true,
  repeatable: true,
  holdsForeignText: false,
  http: { method: 'POST', path: '/deals/bulk-import/process', bodyBytesMax: IMPORT_BYTES_MAX },
  input: BulkImportInput,
  output: BulkImportResult,
  run: ({ postDate, collections = [], linksText }, { clients }) =>
    clients.bulkImport.processBulkImport({ postDate, collections, linksText }),
});
