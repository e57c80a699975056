import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { createRedirectSender } from './send-redirect.js';

const TARGET = 'https://example.com/?q=%22a%22';
const NOW = Date.UTC(2026, 10, 22, 8, 49, 37, 900);

let listener: LocalListener;

beforeAll(async () => {
  const send = createRedirectSender(['Link', '</docs>; rel="service-doc"'], 620);
  const server = createServer({ keepAliveTimeout: 620_000 }, (_request, response) => send(response, TARGET, NOW));
  listener = await listenLocally(server);
});

afterAll(() => listener?.close());

/** All bytes received on one connection for requests with these headers, the last of which closes it. */
async function exchange(...requests: readonly string[]): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1');
  socket.write(requests.map((headers) => `GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n`).join(''));
  return text(socket);
}

const isHop = (line: string): boolean => /^(connection|keep-alive|date):/i.test(line);

test('a keep-alive connection gets the same headers as one that closes', async () => {
  const [open = '', closed = ''] = (await exchange('', 'Connection: close\r\n')).split('\r\n\r\n');

  const [openLines, closedLines] = [open, closed].map((head) => head.split('\r\n'));

  expect(openLines?.filter((line) => !isHop(line))).toEqual(closedLines?.filter((line) => !isHop(line)));
  expect(openLines?.filter(isHop)).toEqual([
    'Date: Sun, 22 Nov 2026 08:49:37 GMT',
    'Connection: keep-alive',
    'Keep-Alive: timeout=620',
  ]);
  expect(closedLines).toContain('Connection: close');
});

test('a target appears in the head unchanged', async () => {
  const answer = await exchange('', 'Connection: close\r\n');

  expect(answer.split(`Location: ${TARGET}\r\n`)).toHaveLength(3);
});

test('a value that would be parsed as two headers is refused before anything is sent', () => {
  const createWithSplit = () => createRedirectSender(['Link', 'a\r\nSet-Cookie: b'], 65);

  expect(createWithSplit).toThrow();
});
