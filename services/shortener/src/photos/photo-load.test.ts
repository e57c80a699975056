import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { testFolderOptions, testS3Options } from '@svc/objects/testing/test-object-store';
import sharp from 'sharp';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, startShortener } from '../testing/shortener-service.js';

const objects = testFolderOptions();
const agent = agentWith();
let service: ShortenerService;
let hosts: TestHosts;
let hanging: Server;
let connections = 0;
let photo: string;
let link: string;

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts({ objects });
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const created = await hosts.call('POST', '/photos', { as: agent, body: { image: image.toString('base64') } });
  photo = created.body.shortId;
  link = (await hosts.call('POST', '/links', { as: agent, body: { url: 'https://example.com/' } })).body.shortId;
  hanging = createServer(() => undefined).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  hanging?.closeAllConnections();
  hanging?.close();
  await service?.stop();
});

test('a store that hangs blocks at most 64 requests and connections; others must retry, and links still open', async () => {
  const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  const slow = await service.openHosts({ objects: { ...testS3Options(), endpoint } });
  const answers: Response[] = [];
  const ask = async (): Promise<void> => void answers.push(await slow.open(`/${photo}/raw`));

  const asked = Array.from({ length: 200 }, ask);
  await eventually(() => expect(answers).toHaveLength(200 - 64));
  const redirect = await slow.open(`/${link}`);

  expect(redirect.status).toBe(302);
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))).toEqual(
    new Set(['503 1']),
  );
  expect(connections).toBe(64);
  hanging.closeAllConnections();
  await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
});

test('a photo that was opened before is served from memory while the store is down', async () => {
  const first = Buffer.from(await (await hosts.open(`/${photo}/raw`)).arrayBuffer());
  rmSync(objects.folder, { recursive: true });

  const again = await hosts.open(`/${photo}/raw`);
  const head = await hosts.open(`/${photo}/raw`, { method: 'HEAD' });

  expect([again.status, Buffer.from(await again.arrayBuffer()).equals(first)]).toEqual([200, true]);
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(first.length)]);
});
