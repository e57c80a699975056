import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ExternalEntity, ShareToken } from '../schemas/external-share.js';
import { disabledWithAccount, linkDisabled } from './link-state.js';

export const switchExternalShare = defineOperation({
  name: 'admin.switch_external_share',
  summary: "Disable any user's shared link, or enable it again",
  description:
    'A disabled link opens nothing, even for visitors who have just opened it, and its owner cannot enable it again.',
  access: 'admin',
  tier: 2,
  affects: ['external_shares'],
  http: { method: 'PATCH', path: '/admin/external-shares/:token' },
  input: z.strictObject({ token: ShareToken.describe('The last part of the link.'), disabled: linkDisabled }),
  output: z
    .object({ id: Id, entityType: ExternalEntity, ownerId: Id, disabled: linkDisabled, disabledWithAccount })
    .meta({ id: 'AdministeredExternalShare' }),
  run: async (input, { clients }) =>
    (await clients.externalShareAdministration.switchExternalShare(input)).externalShare,
});
