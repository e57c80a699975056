import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request to the model. */
export interface ModelCall {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly {
      readonly role: string;
      readonly content: string;
      readonly tool_calls?: readonly object[];
    }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
    readonly tool_choice?: string;
  };
}

/** Answers one request to the model; the response is the server's own, to be written byte by byte. */
export type ModelAnswer = (call: ModelCall, response: ServerResponse) => Promise<void> | void;

/** A server with the protocol of OpenAI-compatible providers, scripted by a test. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly calls: readonly ModelCall[];
  /** Sets how it answers from now on. */
  answer(answer: ModelAnswer): void;
  stop(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  let answer: ModelAnswer = (_call, response) => say(response, 'Hello.');
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = {
      authorization: request.headers.authorization,
      body: JSON.parse(await text(request)) as ModelCall['body'],
    };
    calls.push(call);
    await answer(call, response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    answer: (next) => (answer = next),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts a stream. */
export function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** A piece of the stream. */
export function piece(response: ServerResponse, content: string): void {
  delta(response, { role: 'assistant', content });
}

function delta(response: ServerResponse, fields: object): void {
  chunk(response, { choices: [{ index: 0, delta: fields, finish_reason: null }] });
}

/** The end of the stream, with the usage. */
export function finish(response: ServerResponse, reason = 'stop'): void {
  chunk(response, { choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  chunk(response, { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
  response.end('data: [DONE]\n\n');
}

/** A tool call, in its own pieces. */
export interface ToolCallPiece {
  readonly id: string;
  readonly name: string;
  /** Arguments as written by the model, usually JSON. */
  readonly arguments: string;
}

/** A whole answer with tool calls. */
export function callTools(response: ServerResponse, ...calls: readonly ToolCallPiece[]): void {
  begin(response);
  calls.forEach(({ id, name, arguments: text }, index) => {
    const half = Math.floor(text.length / 2);
    delta(response, {
      tool_calls: [{ index, id, type: 'function', function: { name, arguments: text.slice(0, half) } }],
    });
    delta(response, { tool_calls: [{ index, function: { arguments: text.slice(half) } }] });
  });
  finish(response, 'tool_calls');
}

/** A whole answer. */
export function say(response: ServerResponse, ...pieces: readonly string[]): void {
  begin(response);
  for (const content of pieces) piece(response, content);
  finish(response);
}

function chunk(response: ServerResponse, fields: object): void {
  const all = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'test', ...fields };
  response.write(`data: ${JSON.stringify(all)}\n\n`);
}
