import type { IncomingMessage } from 'node:http';
import type { EnterBody } from '@svc/chassis/bodies/body-room';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/logging/log';
import { type NotedResponse, requestIdOf } from '../http/begin-request.js';
import { retryHeaders, setHeaders } from '../http/error-answer.js';
import type { HttpOperation } from '../http/http-operation.js';
import type { Route } from '../http/operation-routes.js';
import { readJson } from '../http/read-body.js';
import { inRequestSpan } from '../http/request-span.js';
import type { McpContents, McpHandler } from './mcp-server.js';

/** The differences between hosts that offer operations as tools. */
export interface McpOptions<Operation extends HttpOperation, Caller> extends McpContents<Operation, Caller> {
  readonly path: string;
  /** Origins of pages that may use the endpoint, by request. */
  readonly originsFor: (request: IncomingMessage) => readonly string[];
  /** Whether the request is addressed to this host; always true when absent. */
  readonly isOwnHost?: (request: IncomingMessage) => boolean;
  /** Identifies the caller. Rejects for an invalid credential. */
  readonly identify: (request: IncomingMessage) => Promise<Caller>;
  /** Counts a request. Throws a reason for refusing it, such as RATE_LIMITED, which becomes the error of its tool calls. */
  readonly admit?: (request: IncomingMessage, response: NotedResponse, caller: Caller) => Promise<void>;
  /** Maximum bytes of a message. */
  readonly bytesMax: (caller: Caller) => number;
  /** Reserves memory for a message until its response; unlimited when absent. */
  readonly enterBody?: (response: NotedResponse, caller: Caller) => EnterBody;
  /** Counts further messages of a request, after its first. Throws RATE_LIMITED: then tool calls fail with it, and other messages get no response. */
  readonly countMessages?: (count: number, response: NotedResponse, caller: Caller) => Promise<void>;
  readonly log: Log;
}

/** The only revision of the protocol with batches, and the default for clients that send none. */
const BATCH_REVISION = '2025-03-26';
const BATCH_MAX = 20;

/** Maximum bytes read of a refused request, in order to send the reason to its tools. */
const REFUSED_BYTES_MAX = 65_536;

/**
 * An MCP endpoint (Streamable HTTP, stateless, revision 2026-07-28 and those with `initialize`): offers operations as tools, limited to those that
 * the caller may call.
 */
export function mcpRoute<Operation extends HttpOperation, Caller>(options: McpOptions<Operation, Caller>): Route {
  const { identify } = options;
  let handler: Promise<McpHandler<Caller>> | undefined;
  const answer = async (request: IncomingMessage, response: NotedResponse): Promise<void> => {
    const first = await identify(request);
    const refused = await refusalOf(options.admit?.(request, response, first));
    const body = refused
      ? await readJson(request, REFUSED_BYTES_MAX).catch(() => undefined)
      : await readJson(request, options.bytesMax(first), options.enterBody?.(response, first));
    // The caller's permission may have ended while a slow body arrived.
    const caller = await identify(request);
    const further = countMessages(request, body) - 1;
    const refusal =
      refused ?? (further > 0 ? await refusalOf(options.countMessages?.(further, response, caller)) : undefined);
    if (refusal) {
      if (!hasOnlyToolCalls(body)) throw refusal;
      setHeaders(response, retryHeaders(refusal));
    }
    // The protocol's library takes 15 MB and a third of a second, so it is loaded on first use.
    handler ??= import('./mcp-server.js').then(({ createHandler }) => createHandler(options));
    const handle = await handler;
    const asked = {
      caller,
      requestId: requestIdOf(response),
      request,
      response,
      isBatch: Array.isArray(body),
      refusal,
    };
    await handle(asked, body);
  };
  return {
    path: options.path,
    async handle(request, response) {
      if (request.method !== 'POST') {
        response.setHeader('Allow', 'POST');
        throw appError('METHOD_NOT_ALLOWED', 'Send MCP messages with POST.');
      }
      refuseForeign(request, options);
      await inRequestSpan(request, response, 'mcp', () => answer(request, response));
    },
  };
}

/** Returns why a request is refused; undefined when it is not. Rejects for our own bugs. */
async function refusalOf(asked: Promise<void> | undefined): Promise<AppError | undefined> {
  try {
    await asked;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Whether each message calls a tool, so that a model reads the response; clients treat statuses other than 200 as a broken transport. */
function hasOnlyToolCalls(body: unknown): boolean {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return (
    messages.length > 0 &&
    messages.every((message) => {
      return typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call';
    })
  );
}

/** Returns the number of messages in a body. Throws VALIDATION_ERROR for a batch that is not allowed or too long. */
function countMessages({ headers }: IncomingMessage, body: unknown): number {
  if (!Array.isArray(body)) return 1;
  const { 'mcp-protocol-version': revision = BATCH_REVISION } = headers;
  if (revision !== BATCH_REVISION) {
    throw appError('VALIDATION_ERROR', `Revision ${String(revision)} has no batches. Send one message at a time.`);
  }
  if (body.length > BATCH_MAX) {
    throw appError('VALIDATION_ERROR', `A batch must have at most ${BATCH_MAX} messages. This one has ${body.length}.`);
  }
  return body.length;
}

/**
 * Refuses foreign origins and hosts: an attacker's domain may resolve to this host (DNS rebinding), but browsers still send that domain and the
 * page's origin.
 */
function refuseForeign<Operation extends HttpOperation, Caller>(
  request: IncomingMessage,
  { originsFor, isOwnHost }: McpOptions<Operation, Caller>,
): void {
  const { origin } = request.headers;
  if (origin !== undefined && !originsFor(request).includes(origin)) {
    throw appError('FORBIDDEN', 'Pages of other sites may not use this endpoint.');
  }
  if (isOwnHost?.(request) === false) throw appError('FORBIDDEN', 'This endpoint does not serve that host.');
}
