import type { IncomingMessage } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  type ResourceTemplateType,
  Server,
  type Tool,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { Log } from '@svc/chassis/logging/log';
import { toJsonSchema } from '@svc/chassis/schemas/json-schema';
import type { z } from 'zod';
import { lowersCodes, type NotedResponse } from '../http/begin-request.js';
import { describeFailure, lowerCaseCode } from '../http/error-answer.js';
import { type HttpOperation, methodsOf } from '../http/http-operation.js';

/** The part of a message that its tools need. */
export interface ToolRequest<Caller> {
  readonly caller: Caller;
  readonly requestId: string;
  readonly request: IncomingMessage;
  readonly response: NotedResponse;
  /** Whether the request contains a batch of messages. */
  readonly isBatch: boolean;
  /** Reason for which no tool runs in this request, such as an exceeded limit; undefined when tools run. */
  readonly refusal?: unknown;
}

/** A call of a tool, or a read of a resource. */
export interface ToolCall<Caller> extends ToolRequest<Caller> {
  /** The client's metadata besides the input (`_meta`). */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Aborted when the client no longer waits for the answer. */
  readonly signal: AbortSignal;
}

/** Resources to read, as JSON. */
export interface McpResources<Operation, Caller> {
  /** Each with its operation: the resource is hidden from callers who may not call it. */
  readonly listed: readonly { readonly described: Resource; readonly operation: Operation }[];
  readonly templates: readonly ResourceTemplateType[];
  /** Reads the resource at the address; undefined for an unknown one. */
  readonly read: (uri: string, call: ToolCall<Caller>) => Promise<unknown>;
}

/** A text with which a person can start a task. */
export interface McpPrompt {
  readonly described: Prompt;
  readonly render: (args: Readonly<Record<string, string>>) => string;
}

/** What a server offers. */
export interface McpContents<Operation extends HttpOperation, Caller> {
  readonly server: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions?: string;
  /** Operations offered as tools, in the order of the list. */
  readonly tools: readonly Operation[];
  /** Name of a tool; the operation's when absent. */
  readonly nameOf?: (operation: Operation) => string;
  /** Input schema of a tool, if it differs from the operation's. */
  readonly inputOf?: (operation: Operation) => z.ZodObject;
  readonly annotationsOf?: (operation: Operation) => ToolAnnotations;
  /** Whether a tool is listed for this request; unlisted tools can still be called. All are when absent. */
  readonly isListed?: (operation: Operation, request: IncomingMessage) => boolean;
  /** Returns the id of a call; the request's when absent. */
  readonly nameCall?: (asked: ToolRequest<Caller>, meta: ToolCall<Caller>['meta']) => string;
  /** Throws unless the caller may call the operation; its tool is then not listed. */
  readonly authorize: (operation: Operation, caller: Caller) => void;
  /** Checks the caller and the shape of the input, runs the operation, and returns its output. Throws the `refusal` of a call, if any. */
  readonly run: (operation: Operation, input: Record<string, unknown>, call: ToolCall<Caller>) => Promise<unknown>;
  readonly resources?: McpResources<Operation, Caller>;
  readonly prompts?: readonly McpPrompt[];
  readonly log: Log;
}

/** Responds to one parsed message. */
export type McpHandler<Caller> = (asked: ToolRequest<Caller>, body: unknown) => Promise<void>;

/** Implements the protocol for an endpoint. */
export function createHandler<Operation extends HttpOperation, Caller>(
  contents: McpContents<Operation, Caller>,
): McpHandler<Caller> {
  const createServer = createServerFactory(contents);
  const handler = createMcpHandler(({ authInfo }) => createServer(authInfo?.extra as unknown as ToolRequest<Caller>), {
    onerror: (error) => contents.log.warn({ err: error }, 'an MCP message was refused'),
  });
  const handle = toNodeHandler(handler);
  return async (asked, body) => {
    const { request, response } = asked;
    const auth = { token: '', clientId: '', scopes: [], extra: { ...asked } };
    await handle(Object.assign(request, { method: 'POST', url: request.url ?? '', auth }), response, body);
  };
}

/** Creates servers that respond to one message each; tool descriptions are built once. */
function createServerFactory<Operation extends HttpOperation, Caller>(contents: McpContents<Operation, Caller>) {
  const described = contents.tools.map((operation) => ({ operation, tool: describeTool(operation, contents) }));
  const byName = new Map(described.map(({ operation, tool }) => [tool.name, operation]));
  const { resources, prompts, instructions } = contents;
  const capabilities = { tools: {}, ...(resources ? { resources: {} } : {}), ...(prompts ? { prompts: {} } : {}) };
  return (asked: ToolRequest<Caller>): Server => {
    const isOpen = (operation: Operation): boolean => mayCall(operation, asked.caller, contents);
    const options = { capabilities, ...(instructions === undefined ? {} : { instructions }) };
    const server = new Server(contents.server, options);
    server.setRequestHandler('tools/list', () => ({
      tools: described.flatMap(({ operation, tool }) =>
        contents.isListed?.(operation, asked.request) !== false && isOpen(operation) ? [tool] : [],
      ),
    }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const operation = byName.get(params.name);
      if (!operation) throw invalidParams(`There is no tool ${params.name}.`);
      const call = callOf(asked, params._meta, mcpReq.signal, contents);
      return server.projectCallToolResult(await runTool(operation, params.arguments ?? {}, call, contents), undefined);
    });
    if (resources) offerResources(server, resources, asked, contents);
    if (prompts) offerPrompts(server, prompts);
    return server;
  };
}

function describeTool<Operation extends HttpOperation, Caller>(
  operation: Operation,
  { nameOf, inputOf, annotationsOf }: McpContents<Operation, Caller>,
): Tool {
  const isRead = methodsOf(operation).includes('GET');
  const input = toJsonSchema(inputOf?.(operation) ?? operation.input, 'input');
  return {
    name: nameOf?.(operation) ?? operation.name,
    title: operation.summary,
    description: operation.description ?? operation.summary,
    inputSchema: input as Tool['inputSchema'],
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: false,
      idempotentHint: isRead,
      openWorldHint: false,
      ...annotationsOf?.(operation),
    },
  };
}

function callOf<Operation extends HttpOperation, Caller>(
  asked: ToolRequest<Caller>,
  meta: ToolCall<Caller>['meta'] = {},
  signal: AbortSignal,
  { nameCall }: McpContents<Operation, Caller>,
): ToolCall<Caller> {
  return { ...asked, requestId: nameCall?.(asked, meta) ?? asked.requestId, meta, signal };
}

function mayCall<Operation extends HttpOperation, Caller>(
  operation: Operation,
  caller: Caller,
  { authorize }: McpContents<Operation, Caller>,
): boolean {
  try {
    authorize(operation, caller);
    return true;
  } catch {
    return false;
  }
}

async function runTool<Operation extends HttpOperation, Caller>(
  operation: Operation,
  input: Record<string, unknown>,
  call: ToolCall<Caller>,
  { run, log }: McpContents<Operation, Caller>,
): Promise<CallToolResult> {
  try {
    // Operations without output return `done`.
    const output = (await run(operation, input, call)) ?? { done: true };
    return { content: [textOf(output)], structuredContent: output };
  } catch (thrown) {
    return { isError: true, content: [textOf(describeError(thrown, call, log))] };
  }
}

/** Returns the public part of a failure, in the envelope of all errors. */
function describeError<Caller>(thrown: unknown, call: ToolRequest<Caller>, log: Log): object {
  const { error } = describeFailure(thrown, call.requestId, log);
  const code = lowersCodes(call.response) ? lowerCaseCode(error.code) : error.code;
  return { error: { ...error, code } };
}

function offerResources<Operation extends HttpOperation, Caller>(
  server: Server,
  resources: McpResources<Operation, Caller>,
  asked: ToolRequest<Caller>,
  contents: McpContents<Operation, Caller>,
): void {
  server.setRequestHandler('resources/list', () => ({
    resources: resources.listed.flatMap(({ described, operation }) =>
      mayCall(operation, asked.caller, contents) ? [described] : [],
    ),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...resources.templates] }));
  server.setRequestHandler('resources/read', async ({ params: { uri, _meta } }, { mcpReq }) => {
    const call = callOf(asked, _meta, mcpReq.signal, contents);
    let value: unknown;
    try {
      value = await resources.read(uri, call);
    } catch (thrown) {
      throw invalidParams(JSON.stringify(describeError(thrown, call, contents.log)), { uri });
    }
    if (value === undefined) throw invalidParams('There is no such resource.', { uri });
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }] };
  });
}

function offerPrompts(server: Server, prompts: readonly McpPrompt[]): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ described }) => described) }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts.find(({ described }) => described.name === params.name);
    if (!prompt) throw invalidParams(`There is no prompt ${params.name}.`);
    const text = prompt.render(params.arguments ?? {});
    const { description } = prompt.described;
    return {
      ...(description === undefined ? {} : { description }),
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    };
  });
}

function invalidParams(message: string, data?: object): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

function textOf(value: unknown) {
  return { type: 'text' as const, text: JSON.stringify(value) };
}
