/** Header that marks a success without a stream. */
export const NO_STREAM_HEADER = 'svc-no-stream';

/** Maximum wait that a provider can demand, in seconds. */
const RETRY_AFTER_SECONDS_MAX = 3_600;
/** Larger values are milliseconds since the epoch, smaller ones seconds. */
const EPOCH_MS_MIN = 1e12;
/** Characters of an answer that are inspected. */
const SAID_MAX = 64 * 1_024;

/** The facts about a failed answer. */
export interface ProviderAnswer {
  /** Undefined without an answer, or with one that broke off. */
  readonly status: number | undefined;
  /** The provider's description of the error, for code to inspect, never shown. */
  readonly said: string;
  /** A success without a stream. */
  readonly isNoStream: boolean;
  /** 1 second to an hour. */
  readonly retryAfterSeconds: number | undefined;
  /** When a limit resets, in milliseconds since the epoch; undefined for a past time. */
  readonly resetAt: number | undefined;
  /** Requests left until then. */
  readonly remaining: number | undefined;
}

/** Reads the error with which a provider's library ended a call. Accepts anything, and never throws. */
export function readAnswer(error: unknown, now: number): ProviderAnswer {
  const { statusCode, message, responseBody, responseHeaders } = membersOf(error);
  const body = textOf(responseBody).slice(0, SAID_MAX);
  // Some providers forward their upstream's headers in the body.
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

/** The seconds of a `Retry-After`, given as seconds or a date (RFC 9110, 10.2.3). */
function toRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = toNumber(text) ?? (Date.parse(text) - now) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(1, Math.ceil(seconds)), RETRY_AFTER_SECONDS_MAX);
}

/** Seconds or milliseconds since the epoch; providers send either. */
function toReset(text: string | undefined, now: number): number | undefined {
  const said = toNumber(text);
  if (said === undefined) return undefined;
  const at = said > EPOCH_MS_MIN ? said : said * 1_000;
  return at > now ? at : undefined;
}
