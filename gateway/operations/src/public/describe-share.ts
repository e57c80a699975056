import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { ExternalEntity, ShareToken } from '../schemas/external-share.js';

export const describeShare = defineOperation({
  name: 'public.describe_share',
  summary: 'See what a link leads to, without counting a view',
  description:
    'Previews and scanners may look as often as they like; only opening counts. A link that has ended answers 410.',
  access: 'public',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/public/shares/:token' },
  input: z.strictObject({ token: ShareToken }),
  output: z.object({
    entityType: ExternalEntity,
    title: z.string(),
    requiresPassword: z.boolean(),
    state: z.literal('open'),
  }),
  run: async (input, { clients }) => ({ ...(await clients.publicShares.describeShare(input)), state: 'open' }),
});
