import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { FORWARDED_BODIES } from './proxied-routes.js';

/** Requests pending at a service that never responds. */
let underWay = 0;
const hanging = createServer((request, response) => {
  underWay += 1;
  request.resume();
  response.once('close', () => (underWay -= 1));
});

let listener: LocalListener;
let gateway: TestGateway;

beforeAll(async () => {
  listener = await listenLocally(hanging);
  gateway = await startTestGateway({ shortenerHttpAddress: `127.0.0.1:${listener.port}` });
});

afterAll(async () => {
  await gateway.stop();
  await listener.close();
});

/** The upload of a photo by a browser, by an agent over HTTPS, and by an agent over MCP. */
function uploads(signal: AbortSignal): (() => Promise<Response>)[] {
  const post = (path: string, token: string, headers: Record<string, string>, body: string) =>
    gateway.fetch(path, { method: 'POST', headers: { authorization: `Bearer ${token}`, ...headers }, body, signal });
  const user = gateway.signIn().token;
  const agent = gateway.connectAgent(['svc.write.low_risk', 'mcp']).token;
  const image = { 'content-type': 'image/png' };
  const mcp = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const params = { name: 'short_links_create_photo', arguments: { image: 'AAAA' } };
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return [
    () => post('/api/shorten/photos', user, image, 'the bytes'),
    () => post('/api/agent/shorten/photos', agent, { ...image, 'x-dd-request-id': crypto.randomUUID() }, 'the bytes'),
    () => post('/api/agent/mcp?tools=all', agent, mcp, call),
  ];
}

test('browsers, agents and MCP hosts share one limit for each service', async () => {
  const gone = new AbortController();
  const ways = [uploads(gone.signal), uploads(gone.signal), uploads(gone.signal)].flat();
  const begun = Array.from({ length: FORWARDED_BODIES.underWayMax }, (_, index) => ways[index % ways.length]!());
  const ended = Promise.allSettled(begun);
  await eventually(() => expect(underWay).toBe(FORWARDED_BODIES.underWayMax));

  const further = await Promise.all(ways.map(async (upload) => (await upload()).text()));
  const reached = underWay;
  gone.abort();
  await ended;

  expect(reached).toBe(FORWARDED_BODIES.underWayMax);
  for (const answer of further) expect(answer).toContain(FORWARDED_BODIES.unavailable);
});

test('one user gets at most half of the slots, and others get theirs', async () => {
  const gone = new AbortController();
  const [upload] = uploads(gone.signal);
  const begun = Array.from({ length: FORWARDED_BODIES.underWayMax }, () => upload!());
  const ended = Promise.allSettled(begun);
  await eventually(() => expect(underWay).toBe(FORWARDED_BODIES.underWayMax / 2));

  const [ofOther] = uploads(gone.signal);
  const other = Promise.allSettled([ofOther!()]);
  await eventually(() => expect(underWay).toBe(FORWARDED_BODIES.underWayMax / 2 + 1));

  gone.abort();
  await Promise.all([ended, other]);
});
