import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { ExternalShare, withUrl } from '../schemas/external-share.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id } from '../schemas/scalars.js';

export const listExternalShares = defineOperation({
  name: 'external_shares.list',
  summary: 'List the links that you have given to people outside, newest first',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/shares/external' },
  input: z.strictObject({ ...pageInput, entityId: Id.optional() }),
  output: listOf(ExternalShare),
  run: async ({ entityId, ...paging }, { clients, baseUrl }) => {
    const request = { entityId, ...pageRequest(paging) };
    const { externalShares, totalSize } = await clients.externalShares.listExternalShares(request);
    return page(
      externalShares.map((share) => withUrl(share, baseUrl)),
      totalSize,
      paging,
    );
  },
});
