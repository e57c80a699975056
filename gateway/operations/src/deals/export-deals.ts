import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import type { Clients } from '../run/clients.js';
import { BulkIds } from '../schemas/bulk.js';
import { csvOf, pagesBy } from '../schemas/csv.js';
import { Deal } from '../schemas/deal.js';

/** Every field of a deal except access, which is always full on own deals. */
const COLUMNS = Deal.omit({ access: true }).keyof().options;

const FILE = { path: '/deals/export.csv', produces: 'text/csv', filename: 'deals.csv' } as const;

export const exportDeals = defineOperation({
  name: 'deals.export',
  summary: 'Download your own deals as CSV, oldest first',
  tier: 0,
  http: { ...FILE, method: 'GET' },
  input: z.strictObject({}),
  run: async (_input, { clients }) => dealsCsv(clients, []),
});

/** Uses POST, because 500 ids do not fit into a URL. */
export const exportChosenDeals = defineOperation({
  name: 'deals.export_chosen',
  summary: 'Download some of your own deals as CSV, oldest first',
  description: 'Deals that are not your own are omitted.',
  tier: 0,
  http: { ...FILE, method: 'POST', idempotencyKey: 'ignored' },
  input: z.strictObject({ ids: BulkIds }),
  run: async ({ ids }, { clients }) => dealsCsv(clients, ids),
});

/** Writes the listed deals, or all of them without a list. */
function dealsCsv(clients: Clients, ids: string[]) {
  const readPage = async (pageToken: string | null) => {
    const { deals, nextPageToken } = await clients.deals.exportDeals({ pageToken, ids });
    return { rows: deals.map((deal) => COLUMNS.map((column) => cellOf(deal[column]))), nextPageToken };
  };
  return csvOf(COLUMNS, pagesBy(readPage));
}

/** Joins a list into one cell. */
function cellOf(value: unknown): unknown {
  return Array.isArray(value) ? value.join('; ') : value;
}
