import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createProviderFetch } from '../models/fetch-from-provider.js';
import { createGuardedFetch, type OutsideRules } from './guarded-fetch.js';

let server: Server;
let host: string;
let asked: string[];
let answer: (response: ServerResponse, path: string) => void;

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ''}`);
    answer(response, url);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  asked = [];
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
});

async function get(url: string, rules: Partial<OutsideRules> = {}): Promise<Response> {
  const guarded = createGuardedFetch({ allowed: new Set([host]), ownHosts: new Set(['deals.example.com']), ...rules });
  try {
    const response = await createProviderFetch(guarded.fetch)(url, {
      headers: { authorization: 'Bearer sk-of-the-user' },
    });
    return new Response(await response.text(), response);
  } finally {
    await guarded.close();
  }
}

test('exempted targets are reached', async () => {
  answer = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n');

  expect(await (await get(`http://${host}/v1`)).text()).toBe('data: 1\n\n');
  expect(asked).toEqual(['/v1 Bearer sk-of-the-user']);
});

test('a redirect is refused, and the key is not sent to its target', async () => {
  answer = (response) => response.writeHead(302, { location: `http://${host}/elsewhere` }).end();

  await expect(get(`http://${host}/v1`)).rejects.toThrow();
  expect(asked).toEqual(['/v1 Bearer sk-of-the-user']);
});

test.each([
  ['a private address', 'https://10.0.0.1/v1'],
  ['this machine, as one number', 'https://2130706433/v1'],
  ['this machine, mapped', 'https://[::ffff:127.0.0.1]/v1'],
  ['a host of the product', 'https://deals.example.com/v1'],
  ['another port', 'https://93.184.215.14:22/v1'],
  ['no https', 'http://93.184.215.14/v1'],
])('%s is never connected to', async (_case, url) => {
  await expect(get(url, { allowed: new Set() })).rejects.toMatchObject({
    message: expect.stringMatching(/fetch failed|may not be reached/),
  });
});

test.each([[['127.0.0.1']], [['93.184.215.14', '10.0.0.1']], [[]]])(
  'a name that now resolves to %j is not connected to, whatever it resolved to when saved',
  async (addresses) => {
    const looked: string[] = [];
    const lookup = (name: string): Promise<readonly string[]> => {
      looked.push(name);
      return Promise.resolve(addresses);
    };

    await expect(get('https://models.example.com/v1', { lookup })).rejects.toMatchObject({
      cause: { message: 'The address may not be reached.' },
    });
    expect([looked, asked]).toEqual([['models.example.com'], []]);
  },
);

test('reading stops at the maximum length of an error or a stream', async () => {
  const megabyte = Buffer.alloc(1_024 * 1_024, 'x');
  answer = (response, path) => {
    response.writeHead(path === '/error' ? 500 : 200, { 'content-type': 'text/event-stream' });
    for (let count = 0; count < 20; count += 1) response.write(megabyte);
    response.end();
  };

  expect((await (await get(`http://${host}/error`)).text()).length).toBeLessThan(1_024 * 1_024);
  await expect(get(`http://${host}/stream`)).rejects.toThrow('longer than the maximum');
});
