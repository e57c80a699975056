import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

const ORIGIN = 'https://app.example';

let gateway: TestGateway;
let token: string;

beforeEach(async () => {
  gateway = await startTestGateway({ appOrigin: ORIGIN });
  ({ token } = gateway.connectAgent(['mcp']));
});

afterEach(() => gateway.stop());

/** Sends a path exactly as written, which `fetch` would normalize. */
async function send(method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { hostname, port } = new URL(gateway.url);
  const named = { authorization: `Bearer ${token}`, 'x-dd-request-id': 'call-1', ...headers };
  return new Promise<{ status: number; challenge: string; body: string }>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: named }, (response) => {
      const challenge = response.headers['www-authenticate'] ?? '';
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, challenge, body }), reject);
    });
    sent.on('error', reject).end();
  });
}

test.each([
  '/api/agent/../teams',
  '/api/agent/%2e%2e/teams',
  '/api/agent/deals/..%2f..%2fteams',
  '/api/agent//deals',
  '//api/agent/deals',
  '/api/agent/./deals',
  '/API/AGENT/deals',
  '/api/agent/Deals',
  '/api/agent/deals%00',
  '/api/agent/%',
])('the path %s gives no access', async (path) => {
  const { status } = await send('GET', path);

  expect([400, 401, 404]).toContain(status);
});

test.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
  'a method is the one that was sent, whatever %s says',
  async (name) => {
    const { status } = await send('POST', '/api/agent/deals/stats', { [name]: 'GET', 'content-length': '0' });

    expect([404, 405]).toContain(status);
  },
);

test.each<[string, Record<string, string>]>([
  ['Host', { host: 'evil.example' }],
  ['Origin', { origin: 'https://evil.example' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }],
  ['Forwarded', { forwarded: 'host=evil.example;proto=http' }],
])('a foreign %s does not affect documents and challenges', async (_name, headers) => {
  const documents = ['/.well-known/oauth-protected-resource', '/openapi.json', '/llms.txt'];
  const answers = await Promise.all(documents.map((path) => send('GET', path, headers)));
  const refused = await send('GET', '/api/agent/deals', { ...headers, authorization: 'Bearer nothing' });

  for (const { status, body } of answers) {
    expect([status, body.includes(ORIGIN), body.includes('evil.example')]).toEqual([200, true, false]);
  }
  expect([refused.status, refused.challenge]).toEqual([401, expect.stringContaining(`resource_metadata="${ORIGIN}/`)]);
});

test.each<[string, Record<string, string>]>([
  ['host', { host: 'evil.example' }],
  ['origin', { host: 'app.example', origin: 'https://evil.example' }],
])('the MCP endpoint refuses a foreign %s', async (_name, headers) => {
  const { status } = await send('POST', '/api/agent/mcp', { ...headers, 'content-length': '0' });

  expect(status).toBe(403);
});
