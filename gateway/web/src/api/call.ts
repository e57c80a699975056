import operations from 'virtual:operations';
import { ApiError, connectionLost, type ErrorBody, isApiError } from './api-error.js';
import { connectionFailed, connectionWorks } from './connection.js';
import { readToEnd, takeAnswered, takeEarly } from './early-reads.js';
import { mayWrite } from './held-writes.js';
import { maintenanceEnds } from './maintenance.js';
import type { Input, OperationName, Output } from './operations.js';
import { noteOwnChange } from './own-changes.js';
import { pauseFor } from './pause.js';
import { sendFile } from './send-file.js';
import { waitForSignIn } from './session-state.js';
import { watchWrite } from './slow-writes.js';

export interface CallOptions {
  /** Version of the record on which the change is based; a change in between makes the API refuse it with VERSION_CONFLICT. */
  readonly version?: number | undefined;
  /** Idempotency key: the same key and input get the first response again. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sent unchanged instead of the input. */
  readonly file?: Blob | undefined;
  /** Continue the request when the user leaves the page. */
  readonly outlivesPage?: boolean;
  /** Called with the sent share of the file, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Milliseconds of retries for a write with a key while the product is unreachable, and the pause between. */
const REPEAT_MS = 30_000;
const REPEAT_PAUSE_MS = 1_000;
/** Writes that the user can simply retry. An installation without a browser reports a capture as temporarily unavailable. */
const NEVER_REPEATED: readonly OperationName[] = ['screenshots.capture'];
/** Writes that change nothing of the user's; their pages say what they wait for. */
const SAVES_NOTHING: readonly OperationName[] = ['copilot.test_config'];
/** Timeout in milliseconds of the check whether the product is reachable. */
const LOOK_MS_MAX = 10_000;
/** Maximum seconds of a `Retry-After` to wait. */
const WAITED_SECONDS_MAX = 90;

/**
 * Calls an operation. Waits for a new sign-in when the session has ended, for the end of maintenance, and for `Retry-After` of a rate limit; retries
 * a write with a key while the product is unreachable. Throws ApiError for any other failure.
 */
export function call<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  options: CallOptions = {},
): Promise<Output<Name>> {
  const calling = callUntilAnswered(name, input, options);
  // An upload shows its progress.
  const isSave = isRepeatable(name, options) && !options.file && !SAVES_NOTHING.includes(name);
  return isSave ? watchWrite(calling) : calling;
}

async function callUntilAnswered<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  options: CallOptions,
): Promise<Output<Name>> {
  if (!isSafe(name)) await mayWrite();
  const giveUpAt = performance.now() + REPEAT_MS;
  for (;;) {
    const sentAt = performance.now();
    try {
      return (await send(name, input, options)) as Output<Name>;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'UNAUTHENTICATED') await waitForSignIn(sentAt);
      else if (error.code === 'MAINTENANCE') await maintenanceEnds(isOpen);
      else if (isTooFast(error)) await pauseFor(error.retryAfterSeconds ?? 1);
      else if (isRepeatable(name, options) && error.isTemporary && performance.now() < giveUpAt) {
        await new Promise((resolve) => setTimeout(resolve, REPEAT_PAUSE_MS));
      } else throw error;
    }
  }
}

/** The response prefetched before the app loaded; only once, and only if it has arrived. */
export function answeredEarly<Name extends OperationName>(name: Name, input: Input<Name>): Output<Name> | undefined {
  const text = takeAnswered(locate(name, input).url);
  return text === undefined ? undefined : (JSON.parse(text) as Output<Name>);
}

/** Calls an operation that returns a CSV file. */
export async function callForCsv<Name extends OperationName>(name: Name, input: Input<Name>): Promise<string> {
  const text: unknown = await call(name, input);
  return typeof text === 'string' ? text : '';
}

/** A cheap request that shows whether the product is reachable. */
function look(): Promise<unknown> {
  return send('public.get_config', {}, { signal: AbortSignal.timeout(LOOK_MS_MAX) });
}

/** Whether maintenance is over, for calls that wait for it. */
export async function isOpen(): Promise<boolean> {
  const { maintenance } = (await send('public.get_config', {}, {})) as Output<'public.get_config'>;
  return !maintenance;
}

/** Download address of an operation's file. */
export function downloadUrl<Name extends OperationName>(name: Name, input: Input<Name>): string {
  return locate(name, input).url;
}

/** Whether the call changes nothing of the account that the page shows: a read, or a sign-in. */
function isSafe(name: OperationName): boolean {
  return operations[name]?.[0] === 'GET' || name === 'auth.sign_in' || name === 'auth.sign_up';
}

function isRepeatable(name: OperationName, { key }: CallOptions): boolean {
  return key !== undefined && !NEVER_REPEATED.includes(name);
}

function isTooFast({ status, retryAfterSeconds }: ApiError): boolean {
  return status === 429 && (retryAfterSeconds ?? 0) <= WAITED_SECONDS_MAX;
}

async function send(name: OperationName, input: object, options: CallOptions): Promise<unknown> {
  const { version, key, signal, file, outlivesPage = false, onProgress } = options;
  const { method, url, body } = locate(name, input);
  const headers = new Headers();
  if (file) headers.set('Content-Type', file.type);
  else if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (version !== undefined) headers.set('If-Match', `"${version}"`);
  if (key !== undefined) headers.set('Idempotency-Key', key);
  const request = { method, headers, body: file ?? body ?? null, signal: signal ?? null, keepalive: outlivesPage };
  const answering =
    (method === 'GET' ? takeEarly(url) : undefined) ??
    (file && onProgress ? sendFile(url, { ...request, body: file }, onProgress) : fetch(url, request)).then(readToEnd);
  const { response, text } = await answering.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    connectionFailed(look);
    throw connectionLost(error);
  });
  connectionWorks();
  if (!response.ok) throw readError(response, text);
  if (text === '') return undefined;
  if (isFile(response)) return text;
  const output: unknown = JSON.parse(text);
  if (method !== 'GET') noteOwnChange(output, version);
  return output;
}

function isFile({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/csv') ?? false;
}

/** Puts path parameters into the path, and other fields into the query of a read or the body of a write. */
export function locate(name: OperationName, input: object): { method: string; url: string; body: string | undefined } {
  const [method, path] = operations[name] ?? ['GET', `/unknown/${name}`];
  const rest: Record<string, unknown> = { ...input };
  const located = path.replaceAll(/:([a-zA-Z]+)/g, (_match, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return encodeURIComponent(value);
  });
  const url = `/api${located}`;
  if (method !== 'GET') {
    const isEmpty = method === 'DELETE' && Object.keys(rest).length === 0;
    return { method, url, body: isEmpty ? undefined : JSON.stringify(rest) };
  }
  const filled = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(filled.map(([field, value]) => [field, String(value)])).toString();
  return { method, url: query === '' ? url : `${url}?${query}`, body: undefined };
}

/** The error in a failed response. */
export function readError(response: Response, text: string): ApiError {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(response.status, readErrorBody(text), Number.isFinite(retryAfter) ? retryAfter : undefined);
}

/** The body's error, if any: a proxy may send its own response. */
function readErrorBody(text: string): ErrorBody {
  try {
    const { error } = JSON.parse(text) as { error?: ErrorBody };
    if (error && typeof error.code === 'string') return error;
  } catch {
    // Not JSON: no error to show.
  }
  return { code: 'UNAVAILABLE', message: "The service can't be reached right now." };
}
