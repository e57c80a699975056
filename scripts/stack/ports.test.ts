import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { findFreePort, probePort } from './ports.ts';

test('free ports lie below those that the kernel gives to outgoing connections, and none is handed out twice', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));

  expect(new Set(ports).size).toBe(20);
  for (const port of ports) expect(port).toBeLessThan(32_768);
});

test('a port that somebody listens on is taken', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const whileListening = await probePort(port);
  await new Promise((resolve) => server.close(resolve));

  expect(whileListening).toBe('taken');
  expect(await probePort(port)).toBe('free');
});
