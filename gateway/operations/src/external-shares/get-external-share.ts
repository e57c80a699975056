import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ExternalShare, withUrl } from '../schemas/external-share.js';

export const getExternalShare = defineOperation({
  name: 'external_shares.get',
  summary: 'Get one of your shared links',
  tier: 0,
  http: { method: 'GET', path: '/shares/external/:shareId' },
  input: z.strictObject({ shareId: Id }),
  output: ExternalShare,
  run: async ({ shareId }, { clients, baseUrl }) => {
    const { externalShare } = await clients.externalShares.getExternalShare({ externalShareId: shareId });
    return externalShare && withUrl(externalShare, baseUrl);
  },
});
