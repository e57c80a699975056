import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { AppError, type ErrorDetail, type ErrorKind } from './app-error.js';
import { GRPC_STATUS } from './statuses.js';

const KIND = 'svc-error-kind';
const CODE = 'svc-error-code';
const DETAILS = 'svc-error-details-bin';
const RETRY_AFTER = 'svc-retry-after';

interface StatusWithTrailers {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
}

/** What a server answers for an error: an AppError whole, anything else as a bare INTERNAL. */
export function toGrpcStatus(error: unknown): StatusWithTrailers {
  const metadata = new Metadata();
  if (!(error instanceof AppError)) {
    return { code: status.INTERNAL, details: 'Internal error.', metadata };
  }
  metadata.set(KIND, error.kind);
  metadata.set(CODE, error.code);
  if (error.details.length > 0) metadata.set(DETAILS, Buffer.from(JSON.stringify(error.details)));
  if (error.retryAfterSeconds !== undefined) metadata.set(RETRY_AFTER, String(error.retryAfterSeconds));
  return { code: GRPC_STATUS[error.kind], details: error.message, metadata };
}

/** The AppError that a server sent, or what the status says when no service of ours answered. */
export function fromServiceError(error: ServiceError, target: string): Error {
  const kind = error.metadata?.get(KIND)[0];
  if (typeof kind === 'string' && kind in GRPC_STATUS) return sentByUs(error, kind as ErrorKind);
  switch (error.code) {
    case status.UNAVAILABLE:
      return new AppError(
        'unavailable',
        'UNAVAILABLE',
        'A part of the service is not available. Try again in a moment.',
        {
          cause: new Error(`${target}: ${error.details}`),
          retryAfterSeconds: 1,
        },
      );
    case status.DEADLINE_EXCEEDED:
    case status.CANCELLED:
      return new AppError(
        'timeout',
        'TIMEOUT',
        'The answer took too long, so the outcome is not known. Check before you repeat the request.',
        { cause: new Error(`${target}: ${error.details}`) },
      );
    default:
      return new Error(`${target} answered ${status[error.code]}: ${error.details}`, { cause: error });
  }
}

function sentByUs(error: ServiceError, kind: ErrorKind): AppError {
  const details = error.metadata.get(DETAILS)[0];
  const retryAfter = error.metadata.get(RETRY_AFTER)[0];
  return new AppError(kind, String(error.metadata.get(CODE)[0]), error.details, {
    ...(Buffer.isBuffer(details) ? { details: JSON.parse(details.toString()) as ErrorDetail[] } : {}),
    ...(typeof retryAfter === 'string' ? { retryAfterSeconds: Number(retryAfter) } : {}),
  });
}
