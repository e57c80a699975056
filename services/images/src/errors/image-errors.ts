import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { MEBIBYTE } from '@svc/chassis/limits/mebibyte';
import { IMAGE_TYPES } from '../formats/image-type.js';

export function malformedJson(): AppError {
  return appError('MALFORMED_JSON', 'The body is not valid JSON.');
}

export function invalidBase64(what: string): AppError {
  const message = `The image is not valid base64: ${what}. Send base64, URL-safe base64 or a data URL with ;base64.`;
  return appError('INVALID_BASE64', message, { details: [{ path: 'image', message }] });
}

/** `limit` names the exceeded limit: that of the whole body, or that of the image in it. */
export function payloadTooLarge(limit: 'body' | 'image', bytesMax: number): AppError {
  const size = sizeInWords(bytesMax);
  const message = `The ${limit} is larger than ${size}. Send a smaller image.`;
  const details = [{ path: limit === 'image' ? 'image' : '', message: `At most ${size}.` }];
  return appError('PAYLOAD_TOO_LARGE', message, { details });
}

function sizeInWords(bytes: number): string {
  return bytes % MEBIBYTE === 0 ? `${bytes / MEBIBYTE} MB (${bytes} bytes)` : `${bytes} bytes`;
}

/** `detectedType` is the type of the bytes; undefined when unknown. */
export function unsupportedImage(detectedType: string | undefined): AppError {
  const allowed = IMAGE_TYPES.join(', ');
  const what =
    detectedType === undefined
      ? 'This file is not an image that can be used.'
      : `Images of type ${detectedType} are not supported.`;
  return appError('UNSUPPORTED_IMAGE', `${what} Convert it to PNG, JPEG, WebP, GIF, AVIF or BMP before the upload.`, {
    details: [
      { path: 'image', message: `Detected type: ${detectedType ?? 'unknown'}.` },
      { path: 'image', message: `Allowed types: ${allowed}.` },
    ],
  });
}

export function imageCorrupt(message: string, cause?: unknown): AppError {
  return appError('IMAGE_CORRUPT', message, { cause, details: [{ path: 'image', message }] });
}

export function imageTooLarge(what: string): AppError {
  const message = `The image has ${what}. Send a smaller one.`;
  return appError('IMAGE_TOO_LARGE', message, { details: [{ path: 'image', message }] });
}

export function noUploadCapacity(): AppError {
  const message = 'Too many uploads are running. Try again in a moment.';
  return appError('UPLOAD_CAPACITY', message, { retryAfterSeconds: 2 });
}
