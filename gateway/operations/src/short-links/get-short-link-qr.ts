import { qrCodeOf } from '@svc/chassis/qr-code';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

export const getShortLinkQr = defineOperation({
  name: 'short_links.get_qr',
  summary: 'Download the QR code of a short link',
  tier: 0,
  http: {
    errorCodes: 'lower_case',
    method: 'GET',
    path: '/shorten/:linkId/qr',
    fileTypes: [TYPES.svg, TYPES.png],
  },
  input: z.strictObject({ linkId: Id, format: z.enum(['svg', 'png']).default('svg') }),
  run: async ({ linkId, format }, { clients }) => {
    const { link } = await clients.shortLinks.getShortLink({ linkId });
    return { contentType: TYPES[format], content: await qrCodeOf(link?.shortUrl ?? '', format) };
  },
});
