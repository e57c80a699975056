/** A server for OpenAI's chat completions API with one in-process model. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { parseInput } from '@svc/chassis/schemas/parse-input';
import { disconnectSignal } from '@svc/http-host/http/disconnect-signal';
import { readJson } from '@svc/http-host/http/read-body';
import { type AnswerEnd, type AnswerPiece, type ChatModel, ChatRefusal } from './chat-model.ts';
import { ChatRequest } from './chat-request.ts';

const HOST = '127.0.0.1';
const BODY_BYTES_MAX = 4 * 1_024 * 1_024;

export interface ChatServer {
  readonly port: number;
  /** The base URL for clients. */
  readonly baseUrl: string;
  /** Stops the server, and ends every answer in progress. */
  stop(): Promise<void>;
}

/** Starts a server on 127.0.0.1; port 0 picks a free one. Throws Node's error when it cannot listen. */
export async function startChatServer(model: ChatModel, port: number): Promise<ChatServer> {
  const server = createServer((request, response) => {
    answerRequest(model, request, response).catch((error: unknown) => refuse(response, error));
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    port: boundPort,
    baseUrl: `http://${HOST}:${boundPort}/v1`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answerRequest(model: ChatModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  const asked = ROUTES[url.split('?', 1)[0] ?? ''];
  if (!asked) throw new ChatRefusal(404, 'not_found', 'There is no such path: use /v1/models or /v1/chat/completions.');
  if (asked.method !== method) {
    response.setHeader('allow', asked.method);
    throw new ChatRefusal(405, 'method_not_allowed', `This path must be called with ${asked.method}.`);
  }
  await asked.answer(model, request, response);
}

type Route = Readonly<{
  method: string;
  answer: (model: ChatModel, request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
}>;

const ROUTES: Readonly<Record<string, Route>> = {
  '/v1/models': { method: 'GET', answer: listModels },
  '/v1/chat/completions': { method: 'POST', answer: complete },
};

function listModels({ id, contextTokens }: ChatModel, _request: IncomingMessage, response: ServerResponse): void {
  const model = { id, object: 'model', created: 0, owned_by: 'dealbridge', context_length: contextTokens };
  sendJson(response, 200, { object: 'list', data: [model] });
}

async function complete(model: ChatModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = parseInput(ChatRequest, await readJson(request, BODY_BYTES_MAX));
  const signal = disconnectSignal(response);
  const heading = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1_000), model: model.id };
  if (!asked.stream) {
    const pieces: AnswerPiece[] = [];
    const end = await model.answer(asked, (piece) => pieces.push(piece), signal);
    sendJson(response, 200, { ...heading, object: 'chat.completion', ...wholeOf(pieces, end), usage: usageOf(end) });
    return;
  }
  const write = (fields: object): void => {
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`data: ${JSON.stringify({ ...heading, object: 'chat.completion.chunk', ...fields })}\n\n`);
  };
  let calls = 0;
  const tell = (piece: AnswerPiece): void => {
    const said = piece.kind === 'text' ? { content: piece.text } : { tool_calls: [toolCall(piece, calls++)] };
    write({ choices: [{ index: 0, delta: { role: 'assistant', ...said }, finish_reason: null }] });
  };
  const end = await model.answer(asked, tell, signal);
  write({ choices: [{ index: 0, delta: {}, finish_reason: end.reason }] });
  if (asked.stream_options?.include_usage) write({ choices: [], usage: usageOf(end) });
  response.end('data: [DONE]\n\n');
}

function wholeOf(pieces: readonly AnswerPiece[], { reason }: AnswerEnd) {
  const content = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const calls = pieces.filter((piece) => piece.kind === 'tool-call').map(toolCall);
  const message = { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  return { choices: [{ index: 0, message, finish_reason: reason }] };
}

function toolCall(piece: Extract<AnswerPiece, { kind: 'tool-call' }>, index: number) {
  const { name, arguments: args } = piece;
  return { index, id: `call_${randomUUID()}`, type: 'function', function: { name, arguments: args } };
}

function usageOf({ promptTokens, completionTokens }: AnswerEnd) {
  const total = promptTokens + completionTokens;
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: total };
}

/** Sends the error; once an answer has begun, the stream just breaks off. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, code, param, message } = toRefusal(error);
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  sendJson(response, status, { error: { message, type, param, code } });
}

function toRefusal(error: unknown): ChatRefusal {
  if (error instanceof ChatRefusal) return error;
  if (error instanceof AppError) {
    const { kind, code, message, details } = error;
    return new ChatRefusal(HTTP_STATUS[kind], code.toLowerCase(), message, details[0]?.path ?? null);
  }
  console.error(error);
  return new ChatRefusal(500, 'internal_error', 'The model failed; the reason stands on its console.');
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
