/** Reasons why a page could not be shown, with messages for the caller. */
const MESSAGES = {
  blocked_target: 'The page, or one that it leads to, is not a public web page; capture a public http or https page.',
  dns_failure: 'The host of the page was not found; check the address, or try again later.',
  connect_failure: 'The host of the page did not answer; try again later.',
  tls_failure: 'The host of the page has no certificate that browsers accept; open it yourself and upload an image.',
  http_error: 'The host answered with an error instead of the page; check that the address opens without a sign-in.',
  timeout: 'The page took too long; try again later.',
  selector_not_found: 'Nothing on the page matches the selector; check it against the page, or leave it out.',
  selector_empty: 'What the selector matches has no size on the page; choose something that can be seen.',
  login_wall: 'The page wants a sign-in before it shows anything; open it yourself and upload an image.',
  challenge_page: 'The page wants proof that a person is looking; open it yourself and upload an image.',
  unsupported_content: 'The address leads to a file and not to a page; upload the image itself.',
  response_too_large: 'The page loads more than a capture may; open it yourself and upload an image.',
  browser_crash: 'The page was too much for the browser; try again later.',
  cancelled: 'The capture was cancelled; ask for it again.',
} as const;

export type FailureCode = keyof typeof MESSAGES;

export const FAILURE_CODES = Object.keys(MESSAGES) as FailureCode[];

const RETRYABLE: ReadonlySet<FailureCode> = new Set(['dns_failure', 'connect_failure', 'timeout', 'browser_crash']);

/** Ends a visit. Private facts go in `cause`. */
export class VisitFailure extends Error {
  override readonly name = 'VisitFailure';

  readonly code: FailureCode;

  constructor(code: FailureCode, options: { readonly message?: string; readonly cause?: unknown } = {}) {
    super(options.message ?? MESSAGES[code], { cause: options.cause });
    this.code = code;
  }

  /** Whether the same visit may succeed later. */
  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}
