import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { runInCall } from '@svc/chassis/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import { requestIdOf } from '@svc/chassis/http/begin-request';
import { describeFailure, lowerCaseCode } from '@svc/chassis/http/error-answer';
import { inRequestSpan } from '@svc/chassis/http/request-span';
import type { ImageIntake } from '@svc/chassis/images/image-intake';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { z } from 'zod';
import type { HostCall } from './host-call.js';
import type { HostOperation } from './host-operation.js';
import type { HostParts } from './host-parts.js';
import type { Identify } from './host-routes.js';
import { receiveImage } from './receive-image.js';
import { checkAccess, runHostOperation } from './run-host-operation.js';

/** Bytes of one message; a larger image goes to `POST /photos`. */
const BODY_LIMIT = '8mb';

const DEADLINE_MS = 20_000;

export interface McpOptions {
  readonly operations: readonly HostOperation[];
  readonly parts: HostParts;
  readonly identify: Identify;
  readonly addressOf: (request: Request) => string;
  readonly images: ImageIntake;
}

/** What one message brings to the tools that it may call. */
interface ToolCall {
  readonly call: HostCall;
  readonly requestId: string;
}

/** Operations that are tools. */
export function mcpToolsOf(operations: readonly HostOperation[]): HostOperation[] {
  return operations.filter(({ isTool }) => isTool === true);
}

/**
 * The MCP endpoint (Streamable HTTP, stateless, revision 2026-07-28 and those with `initialize`): the operations that are tools, as
 * far as the caller's scopes reach. Without a token it offers what guests may do.
 */
export function mcpRoute(options: McpOptions): Router {
  const { parts, identify, addressOf } = options;
  const handler = createMcpHandler(
    ({ authInfo }) => createToolServer(authInfo?.extra as unknown as ToolCall, options),
    {
      onerror: (error) => parts.log.warn({ err: error }, 'an MCP message was refused'),
    },
  );
  const handle = toNodeHandler(handler);
  const routes = express.Router({ caseSensitive: true });
  const answer = async (request: Request, response: Response): Promise<void> => {
    const caller = await identify(request);
    const call: HostCall = {
      caller,
      clientAddress: addressOf(request),
      expectedVersion: null,
      claimToken: undefined,
      // The answer may have begun as a stream, and tools have no headers.
      setHeader: () => undefined,
    };
    const extra = { call, requestId: requestIdOf(response) };
    await handle(
      Object.assign(request, { auth: { token: '', clientId: '', scopes: [], extra } }),
      response,
      request.body,
    );
  };
  routes.post('/mcp', refuseForeignOrigin(parts), express.json({ limit: BODY_LIMIT }), (request, response) =>
    inRequestSpan(request, response, 'mcp', () => answer(request, response)),
  );
  routes.all('/mcp', (_request: Request, response: Response, next) => {
    response.setHeader('Allow', 'POST');
    next(new AppError('method_not_allowed', 'method_not_allowed', 'Send MCP messages with POST.'));
  });
  return routes;
}

/** A browser page may be led here by a name that somebody else controls (DNS rebinding), but it cannot hide its origin. */
function refuseForeignOrigin({ addresses, baseUrl }: HostParts): RequestHandler {
  const allowed = new Set([addresses.origin, baseUrl]);
  return (request, _response, next) => {
    const { origin } = request.headers;
    if (origin === undefined || allowed.has(origin)) next();
    else next(new AppError('forbidden', 'forbidden', 'Pages of other sites may not use this endpoint.'));
  };
}

function createToolServer(toolCall: ToolCall, options: McpOptions): McpServer {
  const { operations, parts } = options;
  const server = new McpServer({ name: 'shortener', title: `${parts.appName} shortener`, version: parts.version });
  for (const operation of mcpToolsOf(operations)) {
    if (!isOffered(operation, toolCall.call)) continue;
    const isRead = operation.http.method === 'GET';
    server.registerTool(
      operation.name,
      {
        title: operation.summary,
        description: operation.description ?? operation.summary,
        inputSchema: inputOf(operation),
        annotations: { readOnlyHint: isRead, destructiveHint: false, idempotentHint: isRead, openWorldHint: false },
      },
      (input) => runTool(operation, input, toolCall, options),
    );
  }
  return server;
}

function isOffered(operation: HostOperation, call: HostCall): boolean {
  try {
    checkAccess(operation, call);
    return true;
  } catch {
    return false;
  }
}

function inputOf({ input, http }: HostOperation): z.ZodObject {
  const image = z.string().describe('Base64 or data URL, at most about 6 MB; send larger ones to POST /photos.');
  return http.takesImage ? input.extend({ image }) : input;
}

async function runTool(
  operation: HostOperation,
  input: Record<string, unknown>,
  { call, requestId }: ToolCall,
  { parts, images }: McpOptions,
) {
  const context = {
    requestId,
    operation: operation.name,
    deadline: Date.now() + DEADLINE_MS,
    signal: new AbortController().signal,
    ...(call.caller.kind === 'guest' ? {} : { principal: call.caller.principal }),
  };
  try {
    const output = await runInCall(context, async () => {
      const { fields, image } = operation.http.takesImage
        ? await receiveImage(images, asRequest(input))
        : { fields: input, image: undefined };
      return (await runHostOperation(operation, fields, image ? { ...call, image } : call, parts)).output;
    });
    return { content: [textOf(output)], structuredContent: output as Record<string, unknown> };
  } catch (thrown) {
    const { error } = describeFailure(thrown, requestId, parts.log);
    return { isError: true, content: [textOf({ error: { ...error, code: lowerCaseCode(error.code) } })] };
  }
}

function textOf(value: unknown) {
  return { type: 'text' as const, text: JSON.stringify(value) };
}

/** The arguments of a tool as the body that the intake of images reads. */
function asRequest(input: object): IncomingMessage {
  const body = Buffer.from(JSON.stringify(input));
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  request.push(body);
  request.push(null);
  return request;
}
