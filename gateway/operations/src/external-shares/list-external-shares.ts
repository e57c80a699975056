import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Search } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ExternalShare, withUrl } from '../schemas/external-share.js';

export const listExternalShares = defineOperation({
  name: 'external_shares.list',
  summary: 'List your shared links, newest first',
  tier: 0,
  http: { method: 'GET', path: '/shares/external' },
  input: z.strictObject({
    ...pageInput,
    entityId: Id.optional(),
    q: Search.optional().describe('Searches the name of the record.'),
  }),
  output: listOf(ExternalShare),
  run: async (input, { clients, baseUrl }) => {
    const { externalShares, totalSize } = await clients.externalShares.listExternalShares(pageRequest(input));
    return page(
      externalShares.map((share) => withUrl(share, baseUrl)),
      totalSize,
      input,
    );
  },
});
