/** What tools answer for it: a code of the product, and what else its error says. */
export interface ToolError {
  readonly code: string;
  readonly [name: string]: unknown;
}

/** A failure that the user can fix; its message says how. */
export class Failure extends Error {
  override readonly name = 'Failure';

  /** `UNAVAILABLE` unless given: that trying again may help. */
  readonly toolError: ToolError;

  constructor(message: string, options?: ErrorOptions, toolError: ToolError = { code: 'UNAVAILABLE' }) {
    super(message, options);
    this.toolError = toolError;
  }
}
