import { AppError } from '../errors/app-error.js';

/** Errors of the body parser in our own terms; anything else comes back as it was. */
export function fromBodyParser(error: unknown): unknown {
  const { type, status } = error as { type?: unknown; status?: unknown };
  switch (type) {
    case 'entity.parse.failed':
      return new AppError('invalid_input', 'MALFORMED_JSON', 'The body is not valid JSON.');
    case 'entity.too.large':
      return new AppError(
        'too_large',
        'PAYLOAD_TOO_LARGE',
        'The body is larger than this route takes. Send less at a time.',
      );
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new AppError('unsupported_media', 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.');
    default:
      // What is left are broken transfers: a wrong length, a bad compression, a client that went away.
      return typeof type === 'string' && status === 400
        ? new AppError('invalid_input', 'MALFORMED_JSON', 'The body did not arrive whole. Send it again.', {
            cause: error,
          })
        : error;
  }
}
