import QRCode from 'qrcode';
import { z } from 'zod';
import { linkNotFound } from '../../links/link-errors.js';
import { findLinkByShortId } from '../../links/link-repo.js';
import { shortUrlOf } from '../../links/link-view.js';
import { defineHostOperation } from '../host-operation.js';
import { ShortId } from '../link-schemas.js';

export const getLinkQr = defineHostOperation({
  name: 'get_link_qr',
  summary: 'Download the QR code of a link',
  access: 'public',
  http: {
    method: 'GET',
    path: '/links/:shortId/qr',
    produces: ({ format }) => (format === 'png' ? 'image/png' : 'image/svg+xml'),
  },
  input: z.strictObject({ shortId: ShortId, format: z.enum(['svg', 'png']).default('svg') }),
  run: async ({ shortId, format }, _call, { pool, addresses }) => {
    const link = await findLinkByShortId(pool, shortId);
    if (!link) throw linkNotFound();
    const shortUrl = shortUrlOf(addresses, link.shortId);
    return format === 'png' ? QRCode.toBuffer(shortUrl, { width: 512 }) : QRCode.toString(shortUrl, { type: 'svg' });
  },
});
