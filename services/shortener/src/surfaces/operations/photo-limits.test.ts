import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { AgentPrincipal, SignedInPrincipal } from '@svc/chassis/calls/principal';
import { eventually } from '@svc/chassis/testing/eventually';
import { testUser } from '@svc/chassis/testing/test-service';
import { readSettings } from '@svc/topology/environment';
import sharp from 'sharp';
import { readConfig } from '../../config.js';
import type { ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { agentWith, startShortener } from '../../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
let small: Buffer;
let large: Buffer;

beforeAll(async () => {
  small = await noise(8);
  large = await noise(40);
  service = await startShortener();
  hosts = await service.openHosts({ imageBytesMax: 100_000, agentImageBytesMax: small.length });
});

afterAll(() => service?.stop());

function noise(side: number): Promise<Buffer> {
  const noisy = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise: noisy } })
    .png()
    .toBuffer();
}

async function uploadToDashboard(as: SignedInPrincipal | AgentPrincipal, image: Buffer): Promise<number> {
  const headers = { 'content-type': 'image/png', ...(await hosts.headersOf({ as, through: 'internal' })) };
  const body = new Uint8Array(image);
  return (await fetch(`${hosts.internalUrl}/dashboard/photos`, { method: 'POST', headers, body })).status;
}

test('images from agents have a separate size limit on every path; images from users do not', async () => {
  const agent = agentWith();
  const ofBridge = agentWith(['svc.write.low_risk']);
  const inJson = async (image: Buffer) =>
    (await hosts.call('POST', '/photos', { as: agent, body: { image: image.toString('base64') } })).status;
  const raw = async (image: Buffer) =>
    (await hosts.call('POST', '/photos', { as: agent, body: image, headers: { 'content-type': 'image/png' } })).status;

  const taken = [await inJson(small), await raw(small), await uploadToDashboard(ofBridge, small)];
  const refused = [await inJson(large), await raw(large), await uploadToDashboard(ofBridge, large)];
  const ofPerson = await uploadToDashboard(testUser(), large);

  expect(taken).toEqual([201, 201, 201]);
  expect(refused).toEqual([413, 413, 413]);
  expect(ofPerson).toBe(201);
});

test('the MCP tool has the same image limit as the other paths', async () => {
  const call = async (image: Buffer) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(await hosts.headersOf({ as: agentWith() })),
    };
    const params = { name: 'create_photo_link', arguments: { image: image.toString('base64') } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return (await hosts.open('/mcp', { method: 'POST', headers, body })).text();
  };

  expect(await call(small)).toContain('directUrl');
  expect(await call(large)).toContain('payload_too_large');
});

test.each([
  ['100', '50', 50],
  ['100', '500', 100],
])('with images of %s bytes and those of agents of %s, agents may send %s', (image, ofAgent, bytes) => {
  const config = readConfig(
    readSettings('shortener', {
      GRPC_ADDRESS: '127.0.0.1:0',
      DATABASE_URL: 'postgres://localhost/x',
      IDENTITY_ADDRESS: '127.0.0.1:0',
      DEAL_ADDRESS: '127.0.0.1:0',
      SHORTENER_HTTP_ADDRESS: '127.0.0.1:0',
      SERVICE_SECRET: 'x'.repeat(32),
      SHORTENER_ORIGIN: 'https://go.example',
      APP_ORIGIN: 'https://app.example',
      DATA_DIR: '/nowhere',
      SCREENSHOT_MAX_IMAGE_BYTES: image,
      SVC_AGENT_MAX_IMAGE_BYTES: ofAgent,
    }),
  );

  expect(config.agentImageBytesMax).toBe(bytes);
});

/** Uploads so slowly that the caller's assertion expires during the upload; returns the status. */
async function uploadSlowly(as: SignedInPrincipal, meanwhile: () => void): Promise<number | undefined> {
  const { port } = new URL(hosts.internalUrl);
  const proof = await hosts.headersOf({ as, through: 'internal' });
  const headers = { ...proof, 'content-type': 'image/png', 'content-length': small.length };
  const asked = jest.spyOn(hosts.pool, 'query');
  const sent = request({ host: '127.0.0.1', port, path: '/dashboard/photos', method: 'POST', headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(small.subarray(0, 10));
  await eventually(() => expect(asked).toHaveBeenCalled());
  meanwhile();
  const startedAt = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => startedAt + 60_000);
  sent.end(small.subarray(10));
  const [response] = await answered;
  jest.restoreAllMocks();
  response.resume();
  return response.statusCode;
}

test('a slow upload becomes a link only if its session is still valid', async () => {
  const user = testUser();

  const lasting = await uploadSlowly(user, () => undefined);
  const ended = await uploadSlowly(user, () => service.identity.endedGrants.add(user.sessionId));

  expect([lasting, ended]).toEqual([201, 401]);
});
