import { portOf } from '@svc/chassis/outbound/egress-allow';
import type { Page, Request, Response } from 'playwright-core';
import type { EgressJob } from '../egress-proxy/egress-job.js';
import type { MainDocument } from '../obstacles/check-page.js';
import { type FailureCode, VisitFailure } from './visit-failure.js';

/** Chromium's network errors (net/base/net_error_list.h), by prefix. */
const NETWORK_ERRORS: readonly (readonly [begin: string, code: FailureCode, message?: string])[] = [
  ['ERR_CERT_', 'tls_failure'],
  ['ERR_SSL_', 'tls_failure'],
  ['ERR_BAD_SSL', 'tls_failure'],
  ['ERR_TLS', 'tls_failure'],
  ['ERR_NAME_', 'dns_failure'],
  ['ERR_TIMED_OUT', 'timeout'],
  ['ERR_TOO_MANY_REDIRECTS', 'http_error', 'The page redirects without end; give the address of the page itself.'],
  ['ERR_HTTP_RESPONSE_CODE_FAILURE', 'http_error'],
  [
    'ERR_INVALID_AUTH',
    'http_error',
    'The host asks for a user name and a password; open the page yourself and upload an image.',
  ],
  ['ERR_UNSAFE_', 'blocked_target'],
  ['ERR_BLOCKED_', 'blocked_target'],
  ['ERR_UNKNOWN_URL_SCHEME', 'blocked_target'],
  ['ERR_DISALLOWED_URL_SCHEME', 'blocked_target'],
  ['ERR_INVALID_URL', 'blocked_target'],
  ['ERR_ABORTED', 'unsupported_content'],
];

/** Follows the main frame from document to document, because pages navigate by themselves. */
export class MainDocumentWatch {
  #url: string | undefined;
  #response: Response | undefined;
  #failure: string | undefined;
  #opened = 0;

  readonly #page: Page;
  readonly #job: EgressJob;

  constructor(page: Page, job: EgressJob) {
    this.#page = page;
    this.#job = job;
    const isMain = (request: Request): boolean => request.isNavigationRequest() && request.frame() === page.mainFrame();
    page.on('request', (request) => {
      if (!isMain(request)) return;
      this.#url = request.url();
      this.#opened += 1;
      this.#failure = undefined;
    });
    page.on('response', (response) => {
      if (isMain(response.request())) this.#response = response;
    });
    page.on('requestfailed', (request) => {
      if (isMain(request)) this.#failure = request.failure()?.errorText;
    });
  }

  /** Number of requested documents so far, redirects included. */
  get opened(): number {
    return this.#opened;
  }

  /** Why the document did not load, when opening it threw. */
  failure(cause: unknown): VisitFailure {
    const refused = this.#refusal();
    if (refused) return new VisitFailure(refused, { cause });
    const said = cause instanceof Error ? cause.message : '';
    if (said.includes('Download is starting')) return new VisitFailure('unsupported_content', { cause });
    if (cause instanceof Error && cause.name === 'TimeoutError') return new VisitFailure('timeout', { cause });
    const error = /ERR_[A-Z0-9_]+/.exec(`${said} ${this.#failure ?? ''}`)?.[0] ?? '';
    const [, code = 'connect_failure', message] = NETWORK_ERRORS.find(([begin]) => error.startsWith(begin)) ?? [];
    return new VisitFailure(code, { cause, ...(message === undefined ? {} : { message }) });
  }

  /** The main frame's current document. Throws for the browser's own, or an unknown one. */
  async current(): Promise<MainDocument> {
    const refused = this.#refusal();
    if (refused) throw new VisitFailure(refused);
    const url = URL.parse(this.#page.url());
    if (url?.protocol === 'chrome-error:') throw this.failure(new Error(this.#failure));
    if (!url || !/^https?:$/.test(url.protocol)) throw new VisitFailure('blocked_target');
    const headers = (await this.#response?.allHeaders()) ?? {};
    return {
      url,
      httpStatus: this.#response?.status() ?? 0,
      isDeclaredChallenge: headers['cf-mitigated'] === 'challenge' || headers['x-amzn-waf-action'] !== undefined,
    };
  }

  /** The address from which the document at `url` came. */
  remoteAddress(url: URL): string | null {
    return this.#job.remoteAddressOf(url.hostname, portOf(url)) ?? null;
  }

  /** The proxy's message about the last requested host. */
  #refusal(): FailureCode | undefined {
    const url = URL.parse(this.#url ?? '');
    return url ? this.#job.refusalOf(url.hostname, portOf(url)) : undefined;
  }
}
