import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { ExternalEntity, ExternalShare, externalShareFields, withUrl } from '../schemas/external-share.js';
import { Id } from '../schemas/scalars.js';

export const createExternalShare = defineOperation({
  name: 'external_shares.create',
  summary: 'Give people outside a link to a record of yours',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/shares/external', status: 201, location: '/shares/external/:id' },
  input: z.strictObject({ ...externalShareFields, entityType: ExternalEntity, entityId: Id }),
  output: ExternalShare,
  run: async ({ visibleFields = [], isActive = true, ...input }, { clients, baseUrl }) => {
    const request = { ...input, visibleFields, isActive };
    return withUrl((await clients.externalShares.createExternalShare(request)).externalShare, baseUrl);
  },
});
