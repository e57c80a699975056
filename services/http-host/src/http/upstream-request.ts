import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as startRequest,
} from 'node:http';
import type { Readable } from 'node:stream';
import { assertionFor, type CallContext, currentCall } from '@svc/chassis/calls/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import type { ErrorKind } from '@svc/chassis/errors/error-codes';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { currentClaimant } from '@svc/chassis/limits/claimant';
import { injectTrace } from '@svc/chassis/telemetry/spans';
import { z } from 'zod';
import { type ForwardedAgent, identityHeaders } from './forwarded-identity.js';
import type { StreamedFile } from './http-operation.js';
import { readRateLimit } from './rate-limit-headers.js';
import { isRepeatable, type Upstream, wasClosed } from './upstream.js';

/** Maximum characters of a response; responses are records, never files. */
const ANSWER_MAX = 1_000_000;

/** Timeout in milliseconds for a whole file: a client that reads byte by byte occupies a slot that others need. */
const FILE_MS = 600_000;

/** The whole file, a range, "not modified", or "range not satisfiable". */
const FILE_STATUSES = new Set([200, 206, 304, 416]);

/** Headers that describe a file; other headers of a service are not forwarded to clients. */
const FILE_HEADERS = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'cache-control',
  'content-disposition',
  'content-security-policy',
  'cross-origin-resource-policy',
  'x-content-type-options',
  'last-modified',
];

/** A request to a service's internal listener, in the name of the current call's caller. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Additional headers, such as the content type; undefined ones are omitted. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** If the response arrives before the end of the stream, the stream stays open, and its opener must close it. */
  readonly body?: Readable | Uint8Array;
  readonly idempotencyKey?: string | undefined;
  /** Address of the client, if known. */
  readonly clientAddress?: string;
  /** Whether the request is part of a write of this service, which itself records the agent's call. */
  readonly isPart?: boolean;
  /** Aborted when the caller no longer waits for the response, which ends the request. */
  readonly signal?: AbortSignal | undefined;
}

export interface UpstreamAnswer {
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
  /** Whether this is the stored response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/**
 * Sends a request and returns the JSON of the response. Rejects with the AppError that the service sent, with the error of the body's stream, or with
 * UNAVAILABLE, also on a timeout or with too many requests in flight.
 */
export async function askUpstream(upstream: Upstream, sent: UpstreamRequest): Promise<UpstreamAnswer> {
  const leave = await upstream.admit(1, currentClaimant(sent.clientAddress));
  let current: ClientRequest | undefined;
  // Limits the total time, because bytes may arrive slowly.
  const timer = setTimeout(() => current?.destroy(new Error('The request took too long.')), upstream.timeoutMs);
  try {
    const response = await beginUntilTaken(upstream, sent, (request) => (current = request));
    const text = await readText(response);
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const { statusCode = 500, headers } = response;
    if (statusCode >= 300) throw failureOf(statusCode, headers, body);
    return { body, replayed: headers['idempotency-replayed'] === 'true' };
  } catch (error) {
    throw error instanceof AppError ? error : upstream.unavailable(error);
  } finally {
    clearTimeout(timer);
    // The rest of a body that was refused early is not read.
    if (!current?.writableFinished) current?.destroy();
    leave();
  }
}

/**
 * Sends a request and returns the file in the response, with its headers, before its bytes have arrived: 200, 206, 304 or 416. Read its stream to the
 * end, or destroy it. Rejects like `askUpstream`, but with a short timeout only for silence, because files take as long as their readers.
 */
export async function openUpstreamFile(upstream: Upstream, sent: UpstreamRequest): Promise<StreamedFile> {
  const leave = await upstream.admit(1, currentClaimant(sent.clientAddress));
  let current: ClientRequest | undefined;
  const timer = setTimeout(() => current?.destroy(new Error('The file took too long.')), FILE_MS);
  const end = (): void => {
    clearTimeout(timer);
    leave();
  };
  try {
    const response = await beginUntilTaken(upstream, sent, (request) => {
      current = request;
      request.setTimeout(upstream.timeoutMs, () => request.destroy(new Error('The service was silent for too long.')));
    });
    response.once('close', end);
    const { statusCode: status = 500, headers } = response;
    if (!FILE_STATUSES.has(status)) throw failureOf(status, headers, JSON.parse(await readText(response)));
    const kept = FILE_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const hasContent = sent.method !== 'HEAD' && status < 300;
    if (!hasContent) response.resume();
    return { status, headers: Object.fromEntries(kept), ...(hasContent ? { content: response } : {}) };
  } catch (error) {
    current?.destroy();
    end();
    throw error instanceof AppError ? error : upstream.unavailable(error);
  }
}

/**
 * Starts the request, and retries it when the connection closed before the upstream accepted it; passes the current one to `onStart`. A request that
 * cannot be repeated gets a fresh connection.
 */
async function beginUntilTaken(
  upstream: Upstream,
  sent: UpstreamRequest,
  onStart: (request: ClientRequest) => void,
): Promise<IncomingMessage> {
  const canRepeat = isRepeatable(sent.method) && sent.body === undefined;
  const first = begin(upstream, canRepeat ? upstream.agent : upstream.unusedAgent, sent);
  onStart(first.request);
  try {
    return await first.answered;
  } catch (error) {
    if (!canRepeat || !wasClosed(first.request, error)) throw error;
    const again = begin(upstream, upstream.unusedAgent, sent);
    onStart(again.request);
    return again.answered;
  }
}

/** Starts the request and its body. */
function begin(
  { origin, service }: Upstream,
  agent: Agent,
  { method, path, body, signal, ...sent }: UpstreamRequest,
): { request: ClientRequest; answered: Promise<IncomingMessage> } {
  const request = startRequest(origin + path, {
    method,
    agent,
    headers: headersOf(service, sent),
    ...(signal ? { signal } : {}),
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', resolve);
  });
  // Ignores errors after the response has begun, because the reader of the response gets them too.
  request.on('error', () => undefined);
  if (body === undefined || body instanceof Uint8Array) {
    request.end(body);
  } else {
    const fail = (error: Error): void => void request.destroy(error);
    body.once('error', fail);
    request.once('response', () => body.unpipe(request));
    request.once('close', () => body.unpipe(request));
    // A body announced as too large is refused even if it never arrives.
    request.flushHeaders();
    body.pipe(request);
  }
  return { request, answered };
}

/** Returns its own headers, the caller's, and those of the trace. */
function headersOf(
  service: string,
  {
    headers = {},
    idempotencyKey,
    clientAddress = '',
    isPart = false,
  }: Pick<UpstreamRequest, 'headers' | 'idempotencyKey' | 'clientAddress' | 'isPart'>,
): Record<string, string> {
  const call = currentCall();
  const own = { ...headers, 'idempotency-key': idempotencyKey };
  const ownHeaders = Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const agent = isPart ? undefined : forwardedAgentOf(call);
  const assertion = assertionFor(call, service);
  const identity = { assertion, clientAddress, agent, requestId: call?.requestId ?? '' };
  const all: Record<string, string> = { ...Object.fromEntries(ownHeaders), ...identityHeaders(identity) };
  injectTrace(all, { set: (carrier, key, value) => void (carrier[key] = value) });
  return all;
}

function forwardedAgentOf(call: CallContext | undefined): ForwardedAgent | undefined {
  const { operation, tier, agent } = call ?? {};
  return operation === undefined || tier === undefined || agent === undefined ? undefined : { operation, tier, agent };
}

const Failure = z.object({
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
      requestId: z.string().optional(),
    })
    .catchall(z.json()),
});

/** Converts a response to an error. */
function failureOf(status: number, headers: IncomingHttpHeaders, body: unknown): Error {
  const failure = Failure.safeParse(body);
  if (!failure.success) return new Error(`The service answered ${status} without saying why.`);
  const { code, message, details, requestId: _ofHop, ...data } = failure.data.error;
  const retryAfter = Number(headers['retry-after']);
  return AppError.restore({
    kind: kindOf(status),
    code,
    message,
    details,
    data,
    limit: readRateLimit(headers),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const part of response) {
    text += String(part);
    if (text.length > ANSWER_MAX) throw new Error('The answer is too long.');
  }
  return text;
}

function kindOf(status: number): ErrorKind {
  const found = Object.entries(HTTP_STATUS).find(([, each]) => each === status);
  return found ? (found[0] as ErrorKind) : 'unavailable';
}
