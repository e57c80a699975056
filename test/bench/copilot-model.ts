/**
 * A model server of the protocol that OpenAI has, as a process of its own: each piece of an answer is the moment at which it was sent, in
 * milliseconds since the epoch. The last message says how it answers: `stream:<pieces>:<milliseconds between them>`, `read:<deal>` calls
 * the tool that reads a deal, and all else gets one piece.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What it is asked in messages of the bench: how many answers are under way, or what it was sent last. */
export type ModelQuestion = 'open' | 'body';

interface Message {
  readonly role: string;
  readonly content: string | null;
}

let open = 0;
let lastBody = '';

const server = createServer((request, response) => {
  open += 1;
  response.on('close', () => (open -= 1));
  text(request).then(
    (body) => {
      lastBody = body;
      answer(response, (JSON.parse(body) as { messages: Message[] }).messages.at(-1));
    },
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', (question: ModelQuestion) => process.send?.(question === 'open' ? open : lastBody));

function answer(response: ServerResponse, last: Message | undefined): void {
  const asked = last?.role === 'user' ? (last.content ?? '') : '';
  const [, dealId] = /read:([0-9a-f-]{36})/.exec(asked) ?? [];
  const [, pieces = '1', everyMs = '0'] = /stream:(\d+):(\d+)/.exec(asked) ?? [];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (dealId === undefined) return stream(response, Number(pieces), Number(everyMs));
  const call = { name: 'deals_get', arguments: JSON.stringify({ dealId }) };
  tell(response, { tool_calls: [{ index: 0, id: 'call', type: 'function', function: call }] });
  end(response, 'tool_calls');
}

function stream(response: ServerResponse, pieces: number, everyMs: number): void {
  let sent = 0;
  const next = (): void => {
    sent += 1;
    tell(response, { role: 'assistant', content: `${Date.now()} ` });
    if (sent < pieces) return;
    clearInterval(timer);
    end(response, 'stop');
  };
  const timer = setInterval(next, everyMs);
  response.on('close', () => clearInterval(timer));
  next();
}

function tell(response: ServerResponse, delta: object): void {
  write(response, { choices: [{ index: 0, delta, finish_reason: null }] });
}

function end(response: ServerResponse, reason: string): void {
  write(response, { choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  write(response, { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
  response.end('data: [DONE]\n\n');
}

function write(response: ServerResponse, fields: object): void {
  const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'bench', ...fields };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}
