import { defineOperation } from '../registry/define-operation.js';
import { BULK_DESCRIPTION, bulkInput, BulkResults, bulkResults, DeleteAction } from '../schemas/bulk.js';

export const bulkChangeVideos = defineOperation({
  name: 'videos.bulk_change',
  summary: 'Delete up to 500 videos from their deals at once',
  description: BULK_DESCRIPTION,
  tier: 2,
  affects: ['deals', 'activity', 'screenshots', 'inbox', 'overview'],
  http: { method: 'POST', path: '/videos/bulk' },
  input: bulkInput(DeleteAction),
  output: BulkResults,
  run: async ({ ids, action }, { clients }) => bulkResults(await clients.videos.bulkChangeVideos({ ids, ...action })),
});
