import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { AppError, appError, type ErrorFacts } from './app-error.js';
import { GRPC_STATUS } from './statuses.js';

/** The server's description of the error, as JSON. */
const FACTS = 'svc-error-bin';
/** Keeps gRPC's retry policy from repeating a call (gRFC A6). */
const PUSHBACK = 'grpc-retry-pushback-ms';

interface StatusWithTrailers {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
}

/** A server's response to an error: an AppError whole, anything else as a bare INTERNAL. */
export function toGrpcStatus(error: unknown): StatusWithTrailers {
  const metadata = new Metadata();
  if (!(error instanceof AppError)) {
    return { code: status.INTERNAL, details: 'Internal error.', metadata };
  }
  metadata.set(FACTS, Buffer.from(JSON.stringify(error.facts)));
  if (error.isOverload) metadata.set(PUSHBACK, '-1');
  return { code: GRPC_STATUS[error.kind], details: error.message, metadata };
}

/**
 * The AppError that a server sent, or one derived from the status when none of our services answered; `words` is the display name of its part of the
 * product.
 */
export function fromServiceError(error: ServiceError, target: string, words = 'Parts of the product'): Error {
  const sent = error.metadata?.get(FACTS)[0];
  const facts = Buffer.isBuffer(sent) ? (JSON.parse(sent.toString()) as ErrorFacts) : undefined;
  // A newer process may send unknown kinds.
  if (facts && facts.kind in GRPC_STATUS) return AppError.restore(facts);
  switch (error.code) {
    // Sent by gRPC itself: a process of the previous version does not have the method yet.
    case status.UNIMPLEMENTED:
    case status.UNAVAILABLE:
      return appError('UNAVAILABLE', `${words} are not available right now. Try again in a moment.`, {
        cause: new Error(`${target}: ${error.details}`),
        retryAfterSeconds: 1,
      });
    case status.DEADLINE_EXCEEDED:
    case status.CANCELLED:
      return appError('TIMEOUT', 'The request took too long, so its outcome is unknown. Check before you repeat it.', {
        cause: new Error(`${target}: ${error.details}`),
      });
    default:
      return new Error(`${target} answered ${status[error.code]}: ${error.details}`, { cause: error });
  }
}
