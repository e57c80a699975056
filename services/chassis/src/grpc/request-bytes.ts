/** For requests that are bytes already. */
export const asItIs = (message: Buffer): Buffer => message;

/** The library keeps a stack trace of each call for the error that few of them meet; errors here name the method instead. */
export function withoutStackTrace<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
