import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Logo, shownLogo } from '../schemas/logo.js';

export const getLogo = defineOperation({
  name: 'settings.get_logo',
  summary: 'Get the path of your logo, and whether you have one',
  tier: 0,
  http: { method: 'GET', path: '/settings/logo/details' },
  input: z.strictObject({}),
  output: z.object({ logo: Logo.nullable() }),
  run: async (_input, context) => {
    const { logo } = await context.clients.logos.getLogo({});
    return { logo: logo?.updatedAt ? shownLogo(context, logo.updatedAt) : null };
  },
});
