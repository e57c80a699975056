import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { csvOf } from '../schemas/csv.js';
import { Deal } from '../schemas/deal.js';

const PAGE_SIZE = 200;

/** Every field of a deal but what the caller may do with it, which for one's own is everything. */
const COLUMNS = Deal.omit({ access: true }).keyof().options;

export const exportDeals = defineOperation({
  name: 'deals.export',
  summary: 'Download your own deals as CSV, oldest first',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/deals/export.csv', produces: 'text/csv', filename: 'deals.csv' },
  input: z.strictObject({}),
  run: async (_input, { clients }) => {
    const readPage = async (skip: number) => {
      // Deals that are added meanwhile come last, and move no other one to another page.
      const request = { pageSize: PAGE_SIZE, skip, scope: 'mine', sort: 'createdAt' };
      const { deals } = await clients.deals.listDeals(request);
      return deals.map((deal) => COLUMNS.map((column) => cellOf(deal[column])));
    };
    return csvOf(COLUMNS, readPage, PAGE_SIZE);
  },
});

/** Lists stand in one cell. */
function cellOf(value: unknown): unknown {
  return Array.isArray(value) ? value.join('; ') : value;
}
