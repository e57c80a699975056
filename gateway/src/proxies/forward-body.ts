import { Agent, request as startRequest, type IncomingMessage } from 'node:http';
import { AppError, type ErrorKind } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { currentCall } from '@svc/chassis/call-context';
import { injectTrace } from '@svc/chassis/telemetry/spans';
import type { Caller } from '@svc/operations/operation-context';
import type { Request } from 'express';
import { z } from 'zod';
import { hopHeaders } from './hop-headers.js';

/** Milliseconds for the whole upload and its answer. */
const TIMEOUT_MS = 150_000;

/** Characters of an answer; these are records, never files. */
const ANSWER_MAX = 1_000_000;

/** Headers of the body that go on with it. */
const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding', 'idempotency-key'];

const Failure = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
  }),
});

const agent = new Agent({ keepAlive: true });

/**
 * Streams the body of a request to the internal listener of a service (`host:port`) and answers the JSON that comes back. Rejects
 * with the AppError that the service answered, or UNAVAILABLE.
 */
export async function forwardBody(
  address: string,
  path: string,
  request: Request,
  caller: Caller | undefined,
): Promise<unknown> {
  const { status, headers, text } = await send(address, path, request, caller);
  const body: unknown = JSON.parse(text);
  if (status < 400) return body;
  const failure = Failure.safeParse(body);
  if (!failure.success) throw new Error(`The service answered ${status} without saying why.`);
  const { code, message, details } = failure.data.error;
  const retryAfter = Number(headers['retry-after']);
  throw new AppError(kindOf(status), code, message, {
    details,
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  });
}

function send(address: string, path: string, request: Request, caller: Caller | undefined) {
  const carried = BODY_HEADERS.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const headers: Record<string, string> = {
    ...Object.fromEntries(carried),
    ...hopHeaders(request, currentCall()?.requestId ?? '', caller),
  };
  injectTrace(headers, { set: (carrier, key, value) => void (carrier[key] = value) });
  return new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>((resolve, reject) => {
    const fail = (cause: unknown): void => {
      const message = 'The service for images is not available right now. Try again in a moment.';
      reject(new AppError('unavailable', 'UNAVAILABLE', message, { cause, retryAfterSeconds: 1 }));
    };
    const upstream = startRequest(`http://${address}${path}`, { method: 'POST', agent, headers, timeout: TIMEOUT_MS });
    upstream.once('timeout', () => upstream.destroy(new Error('The upload took too long.')));
    upstream.once('error', fail);
    upstream.once('response', (response) => {
      // An answer that comes before the body has ended is a refusal: nobody reads the rest.
      request.unpipe(upstream);
      readText(response).then(
        (text) => resolve({ status: response.statusCode ?? 500, headers: response.headers, text }),
        fail,
      );
    });
    request.once('aborted', () => upstream.destroy(new Error('The client went away.')));
    request.pipe(upstream);
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
