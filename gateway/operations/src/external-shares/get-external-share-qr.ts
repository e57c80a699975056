import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { withUrl } from '../schemas/external-share.js';
import { QR_CODE_TYPES, QrCode, qrCodeFile } from '../schemas/qr-code.js';

export const getExternalShareQr = defineOperation({
  name: 'external_shares.get_qr',
  summary: 'Get the QR code of a shared link',
  description: 'The code stays the same when the link is disabled or has expired.',
  tier: 0,
  http: { method: 'GET', path: '/shares/external/:shareId/qr', fileTypes: QR_CODE_TYPES },
  input: z.strictObject({ shareId: Id, format: QrCode }),
  run: async ({ shareId, format }, { clients, baseUrl }) => {
    const { externalShare } = await clients.externalShares.getExternalShare({ externalShareId: shareId });
    return qrCodeFile(externalShare ? withUrl(externalShare, baseUrl).url : '', format);
  },
});
