import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { findFreePort, probePort } from './ports.ts';

test("free ports are below the kernel's range for outgoing connections, and none is used twice", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));

  expect(new Set(ports).size).toBe(20);
  for (const port of ports) expect(port).toBeLessThan(32_768);
});

test('other processes, even concurrent ones, get different ports', async () => {
  const script = `import { findFreePort } from ${JSON.stringify(new URL('ports.ts', import.meta.url).href)};
    const ports = [];
    for (let count = 0; count < 95; count += 1) ports.push(await findFreePort());
    console.log(JSON.stringify(ports));
    process.stdin.resume();`;
  const args = ['--input-type=module', '--eval', script];
  const others = [spawn(process.execPath, args), spawn(process.execPath, args)];
  try {
    const drawn = await Promise.all(
      others.map(async ({ stdout }) => JSON.parse(String((await once(stdout, 'data'))[0]))),
    );
    const all = [...(drawn as number[][]).flat(), await findFreePort()];

    expect(new Set(all).size).toBe(2 * 95 + 1);
  } finally {
    for (const other of others) other.kill();
  }
});

test('a port with a listener is taken', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const whileListening = await probePort(port);
  await new Promise((resolve) => server.close(resolve));

  expect(whileListening).toBe('taken');
  expect(await probePort(port)).toBe('free');
});
