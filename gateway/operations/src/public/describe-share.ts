import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { ExternalEntity, ShareToken } from '../schemas/external-share.js';

export const describeShare = defineOperation({
  name: 'public.describe_share',
  summary: 'Describe a shared link without counting a view',
  description:
    'Link previews and scanners may call it as often as they like; only opening counts. An expired link returns 410; one that has reached its view limit ' +
    'stays open to holders of a viewing pass.',
  access: 'public',
  tier: 0,
  http: { method: 'GET', path: '/public/shares/:token', session: 'views' },
  input: z.strictObject({ token: ShareToken }),
  output: z.object({
    entityType: ExternalEntity,
    title: z.string(),
    requiresPassword: z.boolean(),
    opened: z
      .boolean()
      .describe('You have opened it, and your viewing pass is valid: opening it again does not count.'),
    state: z.literal('open'),
  }),
  run: async ({ token }, context) => {
    const { viewingPass } = overHttp(context);
    const { hasPass: opened, ...described } = await context.clients.externalShareVisits.describeShare({
      token,
      viewingPass,
    });
    return { ...described, opened, state: 'open' };
  },
});
