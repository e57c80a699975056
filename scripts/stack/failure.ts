/** The message of a failed command: one sentence. The stack appears when DEBUG is set. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env.DEBUG) return error.stack ?? error.message;
  if (isDiskFull(error)) return 'The disk is full: free some space and run the command again.';
  return error.message;
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'ENOSPC') return true;
  return /ENOSPC|no space left on device|check free disk space/i.test(error.message) || isDiskFull(error.cause);
}
