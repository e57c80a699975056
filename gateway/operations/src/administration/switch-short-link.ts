import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { disabledWithAccount, linkDisabled } from './link-state.js';

export const switchShortLink = defineOperation({
  name: 'admin.switch_short_link',
  summary: "Disable any user's short link, or enable it again",
  description:
    'A disabled link returns 410, including the image of a photo link, and its owner cannot enable it again. A deleted link is not found.',
  access: 'admin',
  tier: 2,
  affects: ['short_links'],
  http: { method: 'PATCH', path: '/admin/short-links/:shortId' },
  input: z.strictObject({
    shortId: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/, 'must be the last part of a short link.')
      .describe('The last part of the short link.'),
    disabled: linkDisabled,
  }),
  output: z
    .object({
      shortId: z.string(),
      shortUrl: z.string(),
      kind: z.enum(['url', 'photo']),
      ownerId: Id.nullable().describe('Null for links of guests.'),
      disabled: linkDisabled,
      disabledWithAccount,
    })
    .meta({ id: 'AdministeredShortLink' }),
  run: async (input, { clients }) => (await clients.shortLinkAdministration.switchShortLink(input)).link,
});
