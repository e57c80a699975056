import { LOGO_ROUTES } from '@svc/image-routes/logo-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { Logo, shownLogo } from '../schemas/logo.js';

const route = LOGO_ROUTES.set;

export const setLogo = defineOperation({
  ...route,
  summary: 'Upload your logo',
  description:
    'It is shown to people who open a link you share. The body is the image itself: PNG, JPEG or WebP, at most 2 MB. It replaces the previous logo, and only a small version is stored.',
  tier: 1,
  http: { ...route.http, path: '/settings/logo' },
  output: Logo,
  run: async (input, context) => shownLogo(context, (await overHttp(context).forwardBody(route, input)).updatedAt),
});
