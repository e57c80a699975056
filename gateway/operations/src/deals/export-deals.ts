import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { csvOf, pagesBy } from '../schemas/csv.js';
import { Deal } from '../schemas/deal.js';

/** Every field of a deal but what the caller may do with it, which for one's own is everything. */
const COLUMNS = Deal.omit({ access: true }).keyof().options;

export const exportDeals = defineOperation({
  name: 'deals.export',
  summary: 'Download your own deals as CSV, oldest first',
  tier: 0,
  http: { method: 'GET', path: '/deals/export.csv', produces: 'text/csv', filename: 'deals.csv' },
  input: z.strictObject({}),
  run: async (_input, { clients }) => {
    const readPage = async (pageToken: string | null) => {
      const { deals, nextPageToken } = await clients.deals.exportDeals({ pageToken });
      return { rows: deals.map((deal) => COLUMNS.map((column) => cellOf(deal[column]))), nextPageToken };
    };
    return csvOf(COLUMNS, pagesBy(readPage));
  },
});

/** Lists stand in one cell. */
function cellOf(value: unknown): unknown {
  return Array.isArray(value) ? value.join('; ') : value;
}
