import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import { Logo, shownLogo } from '../schemas/logo.js';

const ForwardedLogo = z.object({ updatedAt: z.coerce.date() });

export const setLogo = defineOperation({
  name: 'settings.set_logo',
  summary: 'Upload your logo',
  description:
    'People who open a link that you share see it. The body is the image itself: PNG, JPEG, or WebP, at most 2 MB. It takes the place of the logo before, and only a small picture of it is kept.',
  tier: 1,
  http: {
    method: 'PUT',
    path: '/settings/logo',
    accepts: { types: ['image/*', 'application/octet-stream'], fields: z.strictObject({}) },
  },
  input: z.strictObject({}),
  output: Logo,
  run: async (_input, context) => {
    const answer = await overHttp(context).forwardBody('screenshot', '/logo', 'PUT');
    return shownLogo(context, ForwardedLogo.parse(answer).updatedAt);
  },
});
