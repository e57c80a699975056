import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { createStopSteps } from '@svc/chassis/process/process';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { listenHttp } from './listen.js';

/** Starts a server that responds on a test's signal, and clients with keep-alive connections. */
async function start() {
  const steps = createStopSteps(silentLog);
  const gates: (() => void)[] = [];
  let isGated = false;
  const handle: RequestListener = (_request, response) => {
    const answer = () => response.end('ok');
    if (isGated) gates.push(answer);
    else answer();
  };
  const port = await listenHttp(handle, { host: '127.0.0.1', port: 0 }, steps.onStop);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent }, (response) => {
        response.resume().once('end', () => resolve(response));
      }).once('error', reject);
    });
  return {
    port,
    ask,
    stop: (graceMs: number) => steps.run(graceMs),
    hold: () => void (isGated = true),
    release() {
      isGated = false;
      gates.splice(0).forEach((answer) => answer());
    },
    held: () => gates.length,
    isTaking: () =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ port, host: '127.0.0.1' })
          .once('connect', () => resolve(true))
          .once('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      }),
    end: () => agent.destroy(),
  };
}

test('requests in flight or on the wire get responses, on connections that stay open until the listener closes', async () => {
  const host = await start();
  await Promise.all(Array.from({ length: 8 }, host.ask));
  host.hold();
  const underWay = host.ask();
  while (host.held() === 0) await new Promise(setImmediate);

  const stopped = host.stop(10_000);
  host.release();
  const late = await Promise.all([host.ask(), host.ask()]);
  await underWay;
  await stopped;

  // Clients that reconnect at this point would do so just when the listener closes.
  expect(late.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'keep-alive']);
  expect(await host.isTaking()).toBe(false);
  host.end();
});

test('once the listener is closed, each response is the last of its connection', async () => {
  const host = await start();
  host.hold();
  const client = connect({ port: host.port, host: '127.0.0.1' });
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  while (host.held() === 0) await new Promise(setImmediate);

  const stopped = host.stop(10_000);
  await eventually(async () => expect(await host.isTaking()).toBe(false));
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  while (host.held() === 1) await new Promise(setImmediate);
  host.release();

  expect((await text(client)).match(/Connection: [a-z-]+/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
  await stopped;
  host.end();
});

/** Starts eight clients in a thread: each sends one request, on a connection that the kernel has accepted and the process has not. */
function askFromThread(port: number) {
  const CLIENTS = 8;
  const asked = new Int32Array(new SharedArrayBuffer(4));
  const source = `
    const { connect } = require('node:net');
    const { parentPort, workerData: { asked, port, count } } = require('node:worker_threads');
    for (let client = 0; client < count; client += 1) {
      let answer = '';
      const socket = connect({ port, host: '127.0.0.1' });
      socket.setEncoding('utf8').on('data', (part) => (answer += part));
      socket.once('connect', () => socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => {
        Atomics.add(asked, 0, 1);
        Atomics.notify(asked, 0);
      }));
      socket.once('error', (error) => (answer = error.code)).once('close', () => parentPort.postMessage(answer));
    }
  `;
  const thread = new Worker(source, { eval: true, workerData: { asked, port, count: CLIENTS } });
  const answers: string[] = [];
  thread.on('message', (answer: string) => answers.push(answer));
  return {
    /** Blocks this thread until all have sent their requests. */
    waitUntilAsked() {
      for (let seen = 0; seen < CLIENTS; seen = Atomics.load(asked, 0)) Atomics.wait(asked, 0, seen, 10_000);
    },
    async answers() {
      await once(thread, 'exit');
      return answers;
    },
  };
}

test('clients that connected while the process was busy get responses, although it is stopping', async () => {
  const steps = createStopSteps(silentLog);
  const port = await listenHttp(
    (_request, response) => response.end('ok'),
    { host: '127.0.0.1', port: 0 },
    steps.onStop,
  );
  const clients = askFromThread(port);
  clients.waitUntilAsked();

  await steps.run(10_000);

  expect(await clients.answers()).toEqual(
    Array.from({ length: 8 }, () => expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n/)),
  );
});

test('a client that keeps sending requests on its connections does not keep the process alive', async () => {
  const host = await start();
  let answered = 0;
  const asking = Array.from({ length: 8 }, async () => {
    for (;;) {
      await host.ask();
      answered += 1;
    }
  });
  const refused = Promise.allSettled(asking);
  await eventually(() => expect(answered).toBeGreaterThan(8));

  await host.stop(10_000);
  const outcomes = await refused;

  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
  expect(await host.isTaking()).toBe(false);
  host.end();
});

test('requests in flight are cut off at the end of the grace period', async () => {
  const host = await start();
  host.hold();
  const asked = host.ask();
  const outcome = asked.catch((error: NodeJS.ErrnoException) => error.code);
  while (host.held() === 0) await new Promise(setImmediate);

  await host.stop(300);

  expect(await outcome).toBe('ECONNRESET');
  host.end();
});

test('a connection is kept alive for as long as its listener is configured', async () => {
  const steps = createStopSteps(silentLog);
  const address = { host: '127.0.0.1', port: 0, keepAliveSeconds: 620 };
  const port = await listenHttp((_request, response) => response.end('ok'), address, steps.onStop);

  const answer = await fetch(`http://127.0.0.1:${port}/`);

  expect(answer.headers.get('keep-alive')).toBe('timeout=620');
  await steps.run(100);
});

/** Returns all that a server sends in response to these bytes until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const steps = createStopSteps(silentLog);
  const address = { host: '127.0.0.1', port: 0, headers: { Link: '</x>; rel="y"' } };
  const port = await listenHttp((_request, response) => response.end('ok'), address, steps.onStop);
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(bytes);
  try {
    return await text(socket);
  } finally {
    await steps.run(100);
  }
}

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
  ['headers that are too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['an expectation of something', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417],
])('responses by Node itself have the common headers: %s', async (_what, bytes, status) => {
  const answered = await answerTo(bytes);

  expect(answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answered).toContain('\r\nLink: </x>; rel="y"\r\n');
  expect(answered).toContain('\r\nConnection: close\r\n');
});

test('a request with a host is handled, and so is HTTP/1.0 without a host', async () => {
  expect(await answerTo('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await answerTo('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});
