/** Serializer for requests that are already encoded. */
export const asItIs = (message: Buffer): Buffer => message;

/** Disables stack traces during `work`: the library captures one per call for its rare errors, and our errors name the method instead. */
export function withoutStackTrace<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
