/** Runs every process from the image with the rights, memory and settings of the rendered chart. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callApi } from '@svc/scripts/stack/http';
import { PROCESS_NAMES, PROCESSES, type ProcessName } from '@svc/topology/processes';
import { ofKind } from '../chart/rendered.ts';
import { ADMIN, healthOf, type Installation, PAGE_PORT, startInstallation } from './installation.ts';
import { changedFiles, logsOf, memoryOf, podman, waitForEnd } from './podman.ts';

let installation: Installation;
let gateway: string;
let token: string;

beforeAll(async () => {
  installation = await startInstallation();
  gateway = `http://${installation.processes['gateway']?.address}:8080`;
  // Ready means listening; the processes it calls may still be starting.
  token = await eventually(signIn, 120_000);
});

afterAll(() => installation?.stop());

const runningOf = (name: ProcessName) => {
  const running = installation.processes[name];
  if (!running) throw new Error(`${name} is not running.`);
  return running;
};

async function signIn(): Promise<string> {
  const password = installation.secrets['firstAdmin']?.['password'];
  const { status, body } = await callApi<{ token: string }>(gateway, 'POST', '/api/auth/login', {
    body: { email: ADMIN, password },
  });
  expect(status).toBe(200);
  return body.token;
}

test('bootstrap and migrations ran from the image, each with its own Secret', () => {
  expect(Object.keys(installation.jobs)[0]).toBe('bootstrap');
  const done = Object.entries(installation.jobs).filter(([, log]) => /up to date|are ready/.test(log));
  expect(done).toHaveLength(Object.keys(installation.jobs).length);
  expect(Object.keys(installation.jobs)).toHaveLength(7);
});

test.each(PROCESS_NAMES)(
  '%s became ready within its startup budget, and answers health checks by name',
  async (name) => {
    const { address, container, readySeconds } = runningOf(name);
    const memory = await memoryOf(runningOf(name).name);
    process.stderr.write(`  ${name}: ready after ${readySeconds.toFixed(1)} s, ${memory} idle\n`);

    if ('grpc' in PROCESSES[name].listeners) {
      const target = `${address}:${container.livenessProbe?.grpc?.port}`;
      expect(await healthOf(target, 'liveness')).toBe('SERVING');
      expect(await healthOf(target, 'readiness')).toBe('SERVING');
      await eventually(async () => expect(await healthOf(target, '')).toBe('SERVING'));
      expect(await healthOf(target, 'something else')).toBeUndefined();
    }
    // The probe for platforms without a kubelet, such as compose; exec fails if the process is unhealthy.
    for (const part of ['readiness', 'liveness'])
      await podman('exec', runningOf(name).name, '/usr/local/bin/node', 'topology/dist/probe.js', part);
    // Short links have no HTTP health route: their public listener serves only links.
    if (!container.readinessProbe?.httpGet) return;
    for (const path of ['/healthz/live', '/healthz/ready'])
      expect([path, (await fetch(`${gateway}${path}`)).status]).toEqual([path, 200]);
  },
);

test('the installation check passes from the image, using Service names', async () => {
  const [pod] = ofKind(installation.objects, 'Pod').map(
    ({ spec }) => spec as unknown as Parameters<Installation['startMore']>[0],
  );
  const container = pod?.containers[0];
  if (!pod || !container) throw new Error('The chart has no test.');

  await eventually(async () => {
    const { checks } = (await (await fetch(`${gateway}/api/readiness`)).json()) as {
      checks: Record<string, { status: string }>;
    };
    // Whether Chromium can be sandboxed depends on the machine.
    const failing = Object.entries(checks).filter(([name, { status }]) => name !== 'sandbox' && status !== 'ok');
    expect(failing).toEqual([]);
  }, 180_000);
  const name = await installation.startMore(pod, container, installation.environmentOf(container));
  const code = await waitForEnd(name, 60_000);

  expect([code, await logsOf(name)]).toEqual([0, expect.stringContaining('a wrong sign-in is refused')]);
});

test('the app, the public pages and a captured web page are served', async () => {
  for (const path of ['/', '/welcome', '/docs/agents', '/openapi.json', '/.well-known/api-catalog'])
    expect([path, (await fetch(`${gateway}${path}`)).status]).toEqual([path, 200]);

  const page = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>A page of the web</title><h1>Hello</h1>');
  }).listen(PAGE_PORT, installation.hostAddress);
  await once(page, 'listening');
  try {
    const { status, body } = await callApi<{ title: string; image: object }>(
      gateway,
      'POST',
      '/api/screenshots/capture',
      { token, body: { sourceUrl: `http://${installation.hostAddress}:${PAGE_PORT}/`, delayMs: 0 } },
    );
    expect([status, body]).toEqual([201, expect.objectContaining({ image: expect.anything() })]);
    expect(JSON.stringify(body)).toContain('A page of the web');
  } finally {
    page.close();
  }
});

test('processes write no files and never try to', async () => {
  for (const name of PROCESS_NAMES) {
    const { name: container } = runningOf(name);
    expect([name, await changedFiles(container)]).toEqual([name, []]);
    expect([name, await logsOf(container)]).toEqual([name, expect.not.stringMatching(/EROFS|EACCES|ENOENT/)]);
  }
});

test('no process runs as root, and node is process 1', async () => {
  for (const name of PROCESS_NAMES) {
    const top = await podman('top', runningOf(name).name, 'pid', 'huser', 'args');
    expect([name, top]).toEqual([name, expect.stringMatching(/\n1\s+10001\s+\/usr\/local\/bin\/node/)]);
  }
});

test.each(PROCESS_NAMES.filter((name) => name !== 'gateway'))(
  '%s exits with 0 on SIGTERM under load, and no request is lost',
  async (name) => {
    const load = startLoad();
    await load.answers(200);
    await stopWithinGrace(name);

    expect(await load.stop()).toEqual([]);
    await installation.restart(name);
  },
);

// Runs last, because the other tests need the gateway; in a cluster, `preStop` gives the load balancer time to remove
// it.
test('the gateway exits with 0 on SIGTERM, and answers requests in flight', async () => {
  const held = await Promise.all(Array.from({ length: 8 }, () => beginRequest()));
  const stopped = stopWithinGrace('gateway');
  await eventually(() => expect(fetch(`${gateway}/healthz/live`)).rejects.toThrow());

  expect(await Promise.all(held.map((finish) => finish()))).toEqual(held.map(() => 401));
  await stopped;
});

/** Sends SIGTERM and checks that the process exits within its pod's grace period. */
async function stopWithinGrace(name: ProcessName): Promise<void> {
  const { name: container, pod } = runningOf(name);
  const grace = pod.terminationGracePeriodSeconds ?? 0;
  const startedAt = performance.now();
  await podman('stop', '--time', String(grace), container);
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stderr.write(`  ${name}: stopped after ${seconds.toFixed(1)} s under load\n`);
  expect([await waitForEnd(container, 1_000), seconds < grace]).toEqual([0, true]);
}

/** Sends half of a request with a wrong sign-in; the returned function sends the rest and returns the status. */
async function beginRequest(): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify({ email: ADMIN, password: 'not a real password' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const sent = request(`${gateway}/api/auth/login`, { method: 'POST', headers });
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
  answer.catch(() => undefined);
  await new Promise<void>((resolve, reject) =>
    sent.write(body.slice(0, 10), (error) => (error ? reject(error) : resolve())),
  );
  return async () => {
    sent.end(body.slice(10));
    const [response] = await answer;
    response.resume();
    return response.statusCode;
  };
}

/** Eight callers that send requests one after another, to the gateway and the short-link host. */
function startLoad() {
  const shortLinks = `http://${runningOf('shortener').address}:8080`;
  const targets = [
    `${gateway}/api/deals`,
    `${gateway}/healthz/ready`,
    `${shortLinks}/r/no-such-link`,
    `${gateway}/api/settings`,
  ];
  const lost: string[] = [];
  let answered = 0;
  const over = new AbortController();
  const call = async (url: string): Promise<void> => {
    while (!over.signal.aborted) {
      try {
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        await response.arrayBuffer();
        answered += 1;
      } catch (error) {
        // The server no longer listens, so the request never started.
        if (/ECONNREFUSED|EHOSTUNREACH|CONNECT_TIMEOUT/.test(String(codeOf(error)))) return;
        lost.push(`${url}: ${String(codeOf(error) ?? error)}`);
        return;
      }
    }
  };
  const callers = [...targets, ...targets].map(call);
  return {
    answers: (wanted: number) => eventually(() => expect(answered).toBeGreaterThanOrEqual(wanted)),
    async stop(): Promise<string[]> {
      over.abort();
      await Promise.all(callers);
      return lost;
    },
  };
}

function codeOf(error: unknown): unknown {
  return ((error as Error).cause as { code?: string } | undefined)?.code;
}
