import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { noteBlob } from '../images/blob-repo.js';
import type { ImageSource } from '../images/upload-image.js';
import { LOGO_PICTURE } from './logo-image.js';
import { type LogoRow, upsertLogo } from './logo-repo.js';

/** Maximum upload size: 2 MB. */
export const LOGO_BYTES_MAX = 2_097_152;

/** Accepted formats, by media type. */
const LOGO_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Sets or replaces a user's logo, storing only the displayed picture. Throws UNSUPPORTED_IMAGE for other formats, and any error of receiving the
 * image.
 */
export async function setLogo(
  pool: Pool,
  user: UserPrincipal,
  { receive, ifStillAllowed }: ImageSource,
): Promise<LogoRow> {
  const note = noteBlob(pool);
  const { image } = await receive({
    imageBytesMax: LOGO_BYTES_MAX,
    pictures: [LOGO_PICTURE],
    beforePut: async (facts) => {
      if (!LOGO_TYPES.includes(facts.contentType)) throw unsupportedLogo(`Detected type: ${facts.contentType}.`);
      await note(facts);
    },
  }).catch((error: unknown) => {
    // The intake lists every format it accepts; a logo accepts fewer.
    const isOfFormat = error instanceof AppError && error.code === 'UNSUPPORTED_IMAGE';
    throw isOfFormat ? unsupportedLogo(error.details[0]?.message) : error;
  });
  return ifStillAllowed(() => inTransaction(pool, (tx) => upsertLogo(tx, user.userId, image.sha256)));
}

function unsupportedLogo(detected = ''): AppError {
  const message = 'The logo must be a PNG, JPEG or WebP image. Convert it before the upload.';
  const details = [detected, `Allowed types: ${LOGO_TYPES.join(', ')}.`].filter((line) => line !== '');
  return appError('UNSUPPORTED_IMAGE', message, { details: details.map((line) => ({ path: 'image', message: line })) });
}
