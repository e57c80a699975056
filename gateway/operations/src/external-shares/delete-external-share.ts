import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteExternalShare = defineOperation({
  name: 'external_shares.delete',
  summary: 'Delete a shared link',
  tier: 2,
  affects: ['activity'],
  destructive: true,
  http: { method: 'DELETE', path: '/shares/external/:shareId', version: 'checked' },
  input: z.strictObject({ shareId: Id }),
  run: ({ shareId }, { clients, expectedVersion }) =>
    clients.externalShares.deleteExternalShare({ externalShareId: shareId, expectedVersion }),
});
