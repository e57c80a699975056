import { LOGO_ROUTES } from '@svc/image-routes/logo-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { ShareToken } from '../schemas/external-share.js';

const route = LOGO_ROUTES.shared;

export const readSharedLogo = defineOperation({
  ...route,
  summary: "Download the logo of an opened shared link's owner",
  description: 'Needs the viewing pass that opening returns. Returns 404 when the owner has no logo.',
  tier: 0,
  http: { ...route.http, path: '/public/shares/:token/logo', session: 'views' },
  input: route.input.omit({ viewingPass: true }).extend({ token: ShareToken }),
  run: (input, context) => {
    const http = overHttp(context);
    return http.forwardFile(route, { ...input, viewingPass: http.viewingPass ?? '' });
  },
});
