import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import { ShareToken } from '../schemas/external-share.js';

export const readSharedLogo = defineOperation({
  name: 'public.shared_logo',
  summary: 'Read the logo of the owner of an opened link',
  description: 'Needs the viewing pass that opening gives. 404 when the owner has none.',
  access: 'public',
  tier: 0,
  http: {
    method: 'GET',
    path: '/public/shares/:token/logo',
    fileTypes: ['image/webp'],
    ranges: true,
    session: 'views',
  },
  input: z.strictObject({ token: ShareToken }),
  run: ({ token }, context) => {
    const http = overHttp(context);
    const query = new URLSearchParams({ viewingPass: http.viewingPass ?? '' });
    return http.forwardFile('screenshot', `/public/shares/${encodeURIComponent(token)}/logo?${query.toString()}`);
  },
});
