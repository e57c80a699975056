import { AppError, type ErrorDetail, type ErrorKind } from '../errors/app-error.js';
import { IMAGE_TYPES } from './image-type.js';

export function badField(path: string, message: string): AppError {
  return new AppError('invalid_input', 'VALIDATION_ERROR', message, { details: [{ path, message }] });
}

export function malformedJson(): AppError {
  return new AppError('invalid_input', 'MALFORMED_JSON', 'The body is not valid JSON.');
}

export function invalidBase64(what: string): AppError {
  const message = `The image is not valid base64: ${what}. Send base64, URL-safe base64 or a data URL with ;base64.`;
  return new AppError('invalid_input', 'INVALID_BASE64', message, { details: [{ path: 'image', message }] });
}

/** `limit` says which of the two limits it is: that of the whole body, or that of the image in it. */
export function payloadTooLarge(limit: 'body' | 'image', bytesMax: number): AppError {
  const message = `The ${limit} is larger than ${bytesMax} bytes. Send a smaller image.`;
  const details = [{ path: limit === 'image' ? 'image' : '', message: `At most ${bytesMax} bytes.` }];
  return new AppError('too_large', 'PAYLOAD_TOO_LARGE', message, { details });
}

export function unsupportedImage(detectedType: string): AppError {
  const allowed = IMAGE_TYPES.join(', ');
  return new AppError(
    'unsupported_media',
    'UNSUPPORTED_IMAGE',
    `Images of this kind (${detectedType}) are not taken. Convert it before the upload, for example to PNG.`,
    {
      details: [
        { path: 'image', message: `Detected type: ${detectedType}.` },
        { path: 'image', message: `Allowed types: ${allowed}.` },
      ],
    },
  );
}

export function imageCorrupt(message: string, cause?: unknown): AppError {
  return new AppError('unprocessable', 'IMAGE_CORRUPT', message, { cause, details: [{ path: 'image', message }] });
}

export function imageTooLarge(what: string): AppError {
  const message = `The image has ${what}. Send a smaller one.`;
  return new AppError('unprocessable', 'IMAGE_TOO_LARGE', message, { details: [{ path: 'image', message }] });
}

/** An AppError as plain data: what a worker thread throws arrives without its class. */
export interface Refusal {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  readonly cause?: string;
}

export function toRefusal({ kind, code, message, details, cause }: AppError): Refusal {
  return {
    kind,
    code,
    message,
    details,
    ...(cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : 'unknown' }),
  };
}

export function fromRefusal({ kind, code, message, details, cause }: Refusal): AppError {
  return new AppError(kind, code, message, { details, ...(cause === undefined ? {} : { cause: new Error(cause) }) });
}
