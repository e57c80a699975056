import QRCode from 'qrcode';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

export const getShortLinkQr = defineOperation({
  name: 'short_links.get_qr',
  summary: 'Download the QR code of a short link',
  tier: 0,
  destructive: false,
  http: {
    method: 'GET',
    path: '/shorten/:linkId/qr',
    fileTypes: [TYPES.svg, TYPES.png],
  },
  input: z.strictObject({ linkId: Id, format: z.enum(['svg', 'png']).default('svg') }),
  run: async ({ linkId, format }, { clients }) => {
    const { link } = await clients.shortLinks.getShortLink({ linkId });
    const shortUrl = link?.shortUrl ?? '';
    const content =
      format === 'png'
        ? await QRCode.toBuffer(shortUrl, { width: 512 })
        : await QRCode.toString(shortUrl, { type: 'svg' });
    return { contentType: TYPES[format], content };
  },
});
