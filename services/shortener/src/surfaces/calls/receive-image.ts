import type { IncomingMessage } from 'node:http';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import type { ImageIntake, TakeOptions, Upload } from '@svc/images/intake/image-intake';
import type { Photo } from '../../links/link.js';
import { expectPhoto } from '../../photos/photo-repo.js';
import type { HostCaller } from './host-call.js';
import type { HostParts } from './host-parts.js';

/** Intake and owner of an image. */
export interface ImageTaker {
  readonly images: ImageIntake;
  readonly caller: HostCaller;
  readonly parts: Pick<HostParts, 'agentImageBytesMax' | 'pool'>;
}

/**
 * Reads an image and the other fields from an unread request body. Throws `unsupported_image` for a body that cannot be decoded,
 * `validation_error`, `payload_too_large`, and the intake's errors.
 */
export function receiveImage(request: IncomingMessage, { images, ...taker }: ImageTaker): Promise<Upload> {
  return renameRefusal(images.receive(request, { ...takeOptions(taker), repeatedFields: ['tags'] }));
}

/** Reads an image from the parsed arguments of a tool. */
export function takeImage(input: Readonly<Record<string, unknown>>, { images, ...taker }: ImageTaker): Promise<Upload> {
  return renameRefusal(images.takeFields(input, takeOptions(taker)));
}

function takeOptions({ caller, parts }: Omit<ImageTaker, 'images'>): TakeOptions {
  return {
    imageBytesMax: caller.kind === 'agent' ? parts.agentImageBytesMax : Infinity,
    beforePut: ({ sha256 }) => expectPhoto(parts.pool, sha256),
  };
}

async function renameRefusal(upload: Promise<Upload>): Promise<Upload> {
  try {
    return await upload;
  } catch (error) {
    throw error instanceof AppError && error.kind === 'unprocessable'
      ? appError('UNSUPPORTED_IMAGE', error.message, { details: error.details })
      : error;
  }
}

/** Metadata of a received image. */
export function photoOf(image: Upload['image']): Photo {
  const { sha256, contentType, bytes, width, height, displayKey, displayContentType } = image;
  return { sha256, contentType, bytes, width, height, displayKey, displayContentType };
}
