import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { toDeadlineFields } from '@svc/chassis/schemas/deadline';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { ExternalEntity, ExternalShare, externalShareFields, withUrl } from '../schemas/external-share.js';

export const updateExternalShare = defineOperation({
  name: 'external_shares.update',
  summary: 'Update a shared link',
  description:
    'Updates only the fields sent; null clears a field. isActive enables or disables the link, but cannot enable one that an administrator disabled. A link keeps its record: entityType and entityId are optional, and must be those of the link.',
  tier: 2,
  affects: ['activity'],
  http: { method: 'PUT', path: '/shares/external/:shareId', version: 'checked' },
  input: changeInput(
    { shareId: Id, entityType: ExternalEntity.optional(), entityId: Id.optional() },
    externalShareFields,
  ),
  output: ExternalShare,
  run: async ({ shareId, entityType, entityId, ...changes }, { clients, expectedVersion, baseUrl }) => {
    const { visibleFields, expiresAt, ...fields } = changes;
    const request = {
      ...fields,
      ...toDeadlineFields(expiresAt),
      ...(visibleFields ?? { visibleFields: [], hiddenFields: [] }),
      externalShareId: shareId,
      entityType,
      entityId,
      expectedVersion,
      updateMask: updateMask(changes),
    };
    const { externalShare } = await clients.externalShares.updateExternalShare(request);
    return externalShare && withUrl(externalShare, baseUrl);
  },
});
