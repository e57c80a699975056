import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { QR_CODE_TYPES, QrCode, qrCodeFile } from '../schemas/qr-code.js';

export const getShortLinkQr = defineOperation({
  name: 'short_links.get_qr',
  summary: 'Get the QR code of a short link',
  tier: 0,
  http: { errorCodes: 'lower_case', method: 'GET', path: '/shorten/:linkId/qr', fileTypes: QR_CODE_TYPES },
  input: z.strictObject({ linkId: Id, format: QrCode }),
  run: async ({ linkId, format }, { clients }) => {
    const { link } = await clients.shortLinks.getShortLink({ linkId });
    return qrCodeFile(link?.shortUrl ?? '', format);
  },
});
