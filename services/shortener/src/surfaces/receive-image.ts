import type { ImageIntake, Upload } from '@svc/chassis/images/image-intake';
import { AppError } from '@svc/chassis/errors/app-error';
import type { IncomingMessage } from 'node:http';
import type { Photo } from '../links/link.js';

/**
 * Takes an image and the fields beside it out of a request whose body has not been read. Throws `unsupported_image` for what is no
 * image or cannot be decoded, `validation_error`, `payload_too_large`, and as the intake does.
 */
export async function receiveImage(images: ImageIntake, request: IncomingMessage): Promise<Upload> {
  try {
    return await images.receive(request, { repeatedFields: ['tags'] });
  } catch (error) {
    throw error instanceof AppError && error.kind === 'unprocessable'
      ? new AppError('unsupported_media', 'unsupported_image', error.message, { details: error.details })
      : error;
  }
}

/** What is kept of a received image. */
export function photoOf(image: Upload['image']): Photo {
  const { sha256, contentType, bytes, width, height, displayKey, displayContentType } = image;
  return { sha256, contentType, bytes, width, height, displayKey, displayContentType };
}
