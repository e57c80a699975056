/** The error in a tool's result: a code of the product, and further members of its error. */
export interface ToolError {
  readonly code: string;
  readonly [name: string]: unknown;
}

/** A failure that the user can fix, as its message explains. */
export class Failure extends Error {
  override readonly name = 'Failure';

  /** Defaults to `UNAVAILABLE`, which suggests a retry. */
  readonly toolError: ToolError;

  constructor(message: string, options?: ErrorOptions, toolError: ToolError = { code: 'UNAVAILABLE' }) {
    super(message, options);
    this.toolError = toolError;
  }
}
