import { text } from '@svc/chassis/schemas/scalars';
import { LOGO_ROUTES } from '@svc/image-routes/logo-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';

const route = LOGO_ROUTES.read;

export const readLogo = defineOperation({
  ...route,
  summary: 'Download your logo',
  description: 'At most 480 pixels on its longer side, without metadata. Returns 404 without a logo.',
  tier: 0,
  http: { ...route.http, path: '/settings/logo' },
  input: route.input.extend({
    version: text(20).optional().describe('Ignored; lets browsers cache each logo separately.'),
  }),
  run: (_input, context) => overHttp(context).forwardFile(route, {}),
});
