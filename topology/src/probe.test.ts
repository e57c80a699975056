import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { GrpcServer } from '@svc/chassis/grpc/server';
import { silentLog } from '@svc/chassis/testing/service-database';

let stop: () => Promise<unknown> | undefined;

afterEach(() => stop());

/** Exit code of the probe of a process with this environment. */
async function probe(environment: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'probe.ts'), ...args], { env: environment });
  const [code] = (await once(child, 'close')) as [number];
  return code;
}

test('a serving process passes, and one that is alive but not ready passes only liveness', async () => {
  const verify = () => Promise.reject(new Error('No call is expected.'));
  const server = new GrpcServer({ methods: {}, verify, log: silentLog });
  stop = () => server.stop();
  const environment = { GRPC_ADDRESS: `0.0.0.0:${await server.listen('127.0.0.1:0')}` };

  expect(await Promise.all([probe(environment), probe(environment, 'liveness')])).toEqual([1, 0]);
  server.setServing(true, 'readiness');
  expect(await probe(environment)).toBe(0);
});

test('the gateway passes by its own HTTP response, and a silent process fails', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz/live' ? 200 : 503;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => once(server.close(), 'close');
  const PORT = String((server.address() as AddressInfo).port);

  const codes = [probe({ PORT }), probe({ PORT }, 'liveness'), probe({ GRPC_ADDRESS: '127.0.0.1:1' })];
  expect(await Promise.all(codes)).toEqual([1, 0, 1]);
});
