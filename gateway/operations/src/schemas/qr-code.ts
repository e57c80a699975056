import { type QrCodeFormat, qrCodeOf } from '@svc/images/qr-codes/qr-code';
import { z } from 'zod';

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** Media types of a QR code. */
export const QR_CODE_TYPES = [TYPES.svg, TYPES.png] as const;

export const QrCode = z.enum(['svg', 'png']).default('svg');

/** Renders the QR code of a URL as a file. */
export async function qrCodeFile(url: string, format: QrCodeFormat) {
  return { contentType: TYPES[format], content: await qrCodeOf(url, format) };
}
