import { toDeadlineFields } from '@svc/chassis/schemas/deadline';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ExternalEntity, ExternalShare, externalShareFields, withUrl } from '../schemas/external-share.js';

export const createExternalShare = defineOperation({
  name: 'external_shares.create',
  summary: 'Create a shared link to one of your records',
  tier: 2,
  affects: ['activity'],
  http: { method: 'POST', path: '/shares/external', status: 201, location: '/shares/external/:id' },
  input: z.strictObject({ ...externalShareFields, entityType: ExternalEntity, entityId: Id }),
  output: ExternalShare,
  run: async ({ visibleFields, isActive = true, expiresAt, ...input }, { clients, baseUrl }) => {
    const hasVisibleFields = visibleFields !== undefined;
    const chosen = { ...(visibleFields ?? { visibleFields: [], hiddenFields: [] }), hasVisibleFields };
    const request = { ...input, ...toDeadlineFields(expiresAt), ...chosen, isActive };
    const { externalShare } = await clients.externalShares.createExternalShare(request);
    return externalShare && withUrl(externalShare, baseUrl);
  },
});
