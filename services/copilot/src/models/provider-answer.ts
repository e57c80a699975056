/** Header by which an answer says that it is a success without a stream. */
export const NO_STREAM_HEADER = 'svc-no-stream';

/** Seconds of the longest wait that a provider is believed. */
const RETRY_AFTER_SECONDS_MAX = 3_600;
/** Milliseconds since the epoch are larger, and seconds smaller. */
const EPOCH_MS_MIN = 1e12;
/** Characters of an answer that are looked at. */
const SAID_MAX = 64 * 1_024;

/** What is known of an answer that is none. */
export interface ProviderAnswer {
  /** Undefined where no answer came, or one that ended in the middle. */
  readonly status: number | undefined;
  /** What went wrong, and what the provider said of it: for programs to inspect, never shown. */
  readonly said: string;
  /** A success that is no stream. */
  readonly isNoStream: boolean;
  /** 1 second to an hour. */
  readonly retryAfterSeconds: number | undefined;
  /** When a limit starts over, in milliseconds since the epoch; undefined for a time that is over. */
  readonly resetAt: number | undefined;
  /** Requests that are left until then. */
  readonly remaining: number | undefined;
}

/** Reads the error with which a provider's library has ended a call. Takes anything, and never throws. */
export function readAnswer(error: unknown, now: number): ProviderAnswer {
  const { statusCode, message, responseBody, responseHeaders } = membersOf(error);
  const body = textOf(responseBody).slice(0, SAID_MAX);
  // Some providers send on in the body what headers those behind them have sent.
  const headers = { ...lowerCased(headersIn(body)), ...lowerCased(responseHeaders) };
  return {
    status: typeof statusCode === 'number' ? statusCode : undefined,
    said: `${textOf(message)} ${body}`,
    isNoStream: headers[NO_STREAM_HEADER] !== undefined,
    retryAfterSeconds: toRetryAfter(headers['retry-after'], now),
    resetAt: toReset(headers['x-ratelimit-reset'], now),
    remaining: toNumber(headers['x-ratelimit-remaining']),
  };
}

function headersIn(body: string): unknown {
  try {
    return membersOf(membersOf(membersOf(JSON.parse(body))['error'])['metadata'])['headers'];
  } catch {
    return undefined;
  }
}

function lowerCased(headers: unknown): Record<string, string> {
  const said = Object.entries(membersOf(headers)).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return Object.fromEntries(said.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

/** Seconds of a `Retry-After`, which are seconds or a date (RFC 9110, 10.2.3). */
function toRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = toNumber(text) ?? (Date.parse(text) - now) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(1, Math.ceil(seconds)), RETRY_AFTER_SECONDS_MAX);
}

/** Seconds or milliseconds since the epoch, as providers send either. */
function toReset(text: string | undefined, now: number): number | undefined {
  const said = toNumber(text);
  if (said === undefined) return undefined;
  const at = said > EPOCH_MS_MIN ? said : said * 1_000;
  return at > now ? at : undefined;
}
