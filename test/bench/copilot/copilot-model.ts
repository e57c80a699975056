/**
 * A model server with OpenAI's protocol, as a separate process. Each piece of an answer is the time at which it was
 * sent, in milliseconds since the epoch. The last user message selects the answer: `stream:<pieces>:<milliseconds
 * between them>`; `markdown:…`, the same with pieces of Markdown text; `read:<deal>`, a call of the tool that reads a
 * deal; anything else, one piece.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Questions from the bench: the number of open answers, or the last request body. */
export type ModelQuestion = 'open' | 'body';

interface Message {
  readonly role: string;
  readonly content: string | null;
}

/** Characters per piece of Markdown. */
const PIECE_LENGTH = 100;

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
  const [, kind, pieces = '1', everyMs = '0'] = /(stream|markdown):(\d+):(\d+)/.exec(asked) ?? [];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (dealId === undefined)
    return stream(response, Number(pieces), Number(everyMs), kind === 'markdown' ? textOf : stamp);
  const call = { name: 'deals_get', arguments: JSON.stringify({ dealId }) };
  tell(response, { tool_calls: [{ index: 0, id: 'call', type: 'function', function: call }] });
  end(response, 'tool_calls');
}

const stamp = (): string => `${Date.now()} `;

/** A hundred characters of Markdown, rotating headings, lists, code and emphasis. */
function textOf(piece: number): string {
  const text = [
    `\n\n## Part ${piece}\n\nWhat a sponsor reads first is the number of **views**, `,
    'then how they came about: `watch time`, and *who* watched.\n\n',
    `- Reading ${piece} of [the video](https://example.com/watch?v=${piece})\n- its picture\n- its time\n\n`,
    `\n\n\`\`\`\nviews = ${piece} * 1000\n\`\`\`\n\n`,
  ][piece % 4];
  return (text ?? '').padEnd(PIECE_LENGTH, 'and so on ');
}

function stream(response: ServerResponse, pieces: number, everyMs: number, say: (piece: number) => string): void {
  let sent = 0;
  const next = (): void => {
    tell(response, { role: 'assistant', content: say(sent) });
    sent += 1;
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
