import { LOGO_ROUTES } from '@svc/image-routes/logo-routes';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import { Logo, shownLogo } from '../schemas/logo.js';

const route = LOGO_ROUTES.set;

export const setLogo = defineOperation({
  ...route,
  summary: 'Upload your logo',
  description:
    'People who open a link that you share see it. The body is the image itself: PNG, JPEG, or WebP, at most 2 MB. It takes the place of the logo before, and only a small picture of it is kept.',
  tier: 1,
  http: { ...route.http, path: '/settings/logo' },
  output: Logo,
  run: async (input, context) => shownLogo(context, (await overHttp(context).forwardBody(route, input)).updatedAt),
});
