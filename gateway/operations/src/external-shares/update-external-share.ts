import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { ExternalShare, externalShareFields, withUrl } from '../schemas/external-share.js';
import { Id } from '../schemas/scalars.js';

export const updateExternalShare = defineOperation({
  name: 'external_shares.update',
  summary: 'Change a link for people outside',
  description: 'Changes the given fields; null clears one. isActive switches the link on and off.',
  tier: 2,
  destructive: false,
  http: { method: 'PUT', path: '/shares/external/:shareId' },
  input: withSomeChange(z.strictObject({ ...externalShareFields, shareId: Id }), 'shareId'),
  output: ExternalShare,
  run: async ({ shareId, ...changes }, { clients, expectedVersion, baseUrl }) => {
    const { visibleFields = [], ...fields } = changes;
    const request = {
      ...fields,
      visibleFields,
      externalShareId: shareId,
      expectedVersion,
      updateMask: updateMask(changes),
    };
    return withUrl((await clients.externalShares.updateExternalShare(request)).externalShare, baseUrl);
  },
});
