import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { AppError, appError, type ErrorFacts } from './app-error.js';
import { GRPC_STATUS } from './statuses.js';

/** What the server knows of the error, as JSON. */
const FACTS = 'svc-error-bin';
/** Tells gRPC's retry policy not to repeat a call (gRFC A6). */
const PUSHBACK = 'grpc-retry-pushback-ms';

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
  metadata.set(FACTS, Buffer.from(JSON.stringify(error.facts)));
  if (error.isOverload) metadata.set(PUSHBACK, '-1');
  return { code: GRPC_STATUS[error.kind], details: error.message, metadata };
}

/** The AppError that a server sent, or what the status says when no service of ours answered; `words` are what people call its part. */
export function fromServiceError(error: ServiceError, target: string, words = 'Parts of the product'): Error {
  const sent = error.metadata?.get(FACTS)[0];
  const facts = Buffer.isBuffer(sent) ? (JSON.parse(sent.toString()) as ErrorFacts) : undefined;
  // A newer process may have kinds that this one does not know.
  if (facts && facts.kind in GRPC_STATUS) return AppError.restore(facts);
  switch (error.code) {
    // Said by gRPC itself: a process of the version before does not know the method yet.
    case status.UNIMPLEMENTED:
    case status.UNAVAILABLE:
      return appError('UNAVAILABLE', `${words} are not available right now. Try again in a moment.`, {
        cause: new Error(`${target}: ${error.details}`),
        retryAfterSeconds: 1,
      });
    case status.DEADLINE_EXCEEDED:
    case status.CANCELLED:
      return appError(
        'TIMEOUT',
        'The answer took too long, so the outcome is not known. Check before you repeat the request.',
        { cause: new Error(`${target}: ${error.details}`) },
      );
    default:
      return new Error(`${target} answered ${status[error.code]}: ${error.details}`, { cause: error });
  }
}
