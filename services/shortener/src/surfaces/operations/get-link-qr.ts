import { qrCodeOf } from '@svc/images/qr-codes/qr-code';
import { z } from 'zod';
import { linkNotFound } from '../../links/link-errors.js';
import { findLinkByShortId } from '../../links/link-repo.js';
import { shortUrlOf } from '../../links/link-view.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { ShortId } from './link-schemas.js';

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

export const getLinkQr = defineHostOperation({
  name: 'get_link_qr',
  summary: 'Get the QR code of a link',
  access: 'public',
  http: {
    method: 'GET',
    path: '/links/:shortId/qr',
    fileTypes: [TYPES.svg, TYPES.png],
  },
  input: z.strictObject({ shortId: ShortId, format: z.enum(['svg', 'png']).default('svg') }),
  run: async ({ shortId, format }, call, { pool, addresses, limits }) => {
    await limits.spendOnPublicRead(call);
    const link = await findLinkByShortId(pool, shortId);
    if (!link) throw linkNotFound();
    return { contentType: TYPES[format], content: await qrCodeOf(shortUrlOf(addresses, link.shortId), format) };
  },
});
