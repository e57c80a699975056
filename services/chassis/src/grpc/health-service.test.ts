import { credentials, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HealthCheckResponse_ServingStatus as ServingStatus, HealthClient } from '@svc/proto/health';
import { HealthStatuses } from './health-service.js';

let server: Server;
let health: HealthStatuses;
let client: HealthClient;

beforeAll(async () => {
  server = new Server();
  health = new HealthStatuses({ '': true, database: false });
  health.addTo(server);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  client = new HealthClient(`127.0.0.1:${port}`, credentials.createInsecure());
});

afterAll(() => {
  client.close();
  server.forceShutdown();
});

const check = (service: string) =>
  new Promise((resolve) => client.check({ service }, (error, response) => resolve(error?.code ?? response.status)));

test('reports the process and each registered part, and nothing else', async () => {
  expect(await check('')).toBe(ServingStatus.SERVING);
  expect(await check('database')).toBe(ServingStatus.NOT_SERVING);
  expect(await check('printer')).toBe(status.NOT_FOUND);
});

test('lists the status of the process and of each registered part', async () => {
  const statuses = await new Promise((resolve, reject) =>
    client.list({}, (error, response) => (error ? reject(error) : resolve(response.statuses))),
  );
  expect(statuses).toEqual({
    '': { status: ServingStatus.SERVING },
    database: { status: ServingStatus.NOT_SERVING },
  });
});

test('a watcher gets the state of a part at once, and on each change', async () => {
  health.set('queue', false);
  const call = client.watch({ service: 'queue' });
  const told = call[Symbol.asyncIterator]();
  const next = async () => ((await told.next()).value as { status: ServingStatus }).status;

  expect(await next()).toBe(ServingStatus.NOT_SERVING);
  health.set('database', false);
  health.set('queue', true);
  expect(await next()).toBe(ServingStatus.SERVING);
  call.on('error', () => undefined);
  call.cancel();
});
