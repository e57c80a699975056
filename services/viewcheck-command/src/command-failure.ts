/** Exit codes of the command, besides 0 and 1. */
export const EXIT_CODES = {
  usage: 2,
  not_ready: 3,
  blocked: 4,
  browser_missing: 5,
  api_error: 6,
  interrupted: 130,
} as const;

export type FailureCode =
  | 'USAGE'
  | 'NO_PAGE_SUPPLIED'
  | 'PLAN_TARGETS_UNAVAILABLE'
  | 'TOKEN_MISSING'
  | 'CANDIDATE_FILE_INVALID'
  | 'OUT_NOT_WRITABLE'
  | 'API_ERROR'
  | 'INTERNAL';

/** Ends the command with a one-sentence message and a machine-readable code. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  readonly code: FailureCode;
  readonly exitCode: number;
  readonly details: readonly { readonly path: string; readonly message: string }[];

  constructor(
    code: FailureCode,
    message: string,
    options: { readonly details?: CommandFailure['details']; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.exitCode = code === 'API_ERROR' ? EXIT_CODES.api_error : code === 'INTERNAL' ? 1 : EXIT_CODES.usage;
    this.details = options.details ?? [];
  }
}
