/** For requests that are already encoded. */
export const asItIs = (message: Buffer): Buffer => message;

/** The library keeps a stack trace of each call for its rare errors; errors here name the method instead. */
export function withoutStackTrace<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
