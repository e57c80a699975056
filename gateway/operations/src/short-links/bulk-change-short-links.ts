import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { BULK_DESCRIPTION, bulkInput, BulkResults, bulkResults, DeleteAction } from '../schemas/bulk.js';

const Tag = text(50);

const Action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('active'), isActive: z.boolean() }),
  z.strictObject({ kind: z.literal('addTag'), tag: Tag }),
  z.strictObject({ kind: z.literal('removeTag'), tag: Tag }),
  DeleteAction,
]);

export const bulkChangeShortLinks = defineOperation({
  name: 'short_links.bulk_change',
  summary: 'Disable, tag or delete up to 500 short links at once',
  description: BULK_DESCRIPTION,
  tier: 2,
  http: { method: 'POST', path: '/shorten/bulk', errorCodes: 'lower_case' },
  input: bulkInput(Action),
  output: BulkResults,
  run: async ({ ids, action }, { clients }) => {
    const { results } = bulkResults(await clients.shortLinks.bulkChangeShortLinks({ ids, ...action }));
    // Error codes are in lower case, as in the operations on one link.
    return {
      results: results.map(({ code, ...result }) => ({ ...result, ...(code && { code: code.toLowerCase() }) })),
    };
  },
});
