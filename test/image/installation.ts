/** Runs the product from its images as the rendered chart describes, on the stores of this test run. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from '@svc/chassis/grpc/connection';
import { askHealth } from '@svc/chassis/grpc/health';
import {
  type InstallationSecrets,
  makeInstallationSecrets,
  secretName,
} from '@svc/scripts/build/chart/installation-secrets';
import { PROCESS_NAMES, type ProcessName } from '@svc/topology/processes';
import { environmentOf as environmentOfContainer } from '../chart/container-environment.ts';
import { type Container, type KubeObject, type PodSpec, render } from '../chart/rendered.ts';
import { addressOf, logsOf, podman, remove, runAsRendered, waitForEnd } from './podman.ts';
import { jobsOf, partsOf } from './rendered-parts.ts';
import { openForwarder } from './store-forwarder.ts';

const PREFIX = 'dealbridge-tests';

/** Timeout in milliseconds of a job on a busy machine. */
const JOB_MS = 180_000;

export const ADMIN = 'admin@example.test';
const GATEWAY_ADDRESS_FORMAT = '{{range .Subnets}}{{.Gateway}}{{end}}';

/** A process running in a container. */
export interface RunningProcess {
  readonly component: ProcessName;
  /** Name of the container. */
  readonly name: string;
  readonly address: string;
  readonly container: Container;
  readonly pod: PodSpec;
  /** Seconds from container start to readiness. */
  readonly readySeconds: number;
}

export interface Installation {
  readonly processes: Readonly<Record<string, RunningProcess>>;
  readonly secrets: InstallationSecrets;
  /** Address of this machine as seen from containers. */
  readonly hostAddress: string;
  readonly objects: readonly KubeObject[];
  /** Log output of the jobs, by job. */
  readonly jobs: Readonly<Record<string, string>>;
  /** Environment of a container with changes applied; undefined removes a variable. */
  environmentOf(container: Container, changes?: Readonly<Record<string, string | undefined>>): Record<string, string>;
  /** Starts another container from an object of the chart; returns its name. */
  startMore(
    pod: PodSpec,
    container: Container,
    environment: Readonly<Record<string, string>>,
    options?: readonly string[],
  ): Promise<string>;
  /** Restarts a component that was stopped. */
  restart(component: ProcessName): Promise<RunningProcess>;
  stop(): Promise<void>;
}

/** Starts everything on a separate network, from the stores to the last ready process. */
export async function startInstallation(components: readonly ProcessName[] = PROCESS_NAMES): Promise<Installation> {
  await sweepLeftovers();
  const run = `${PREFIX}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of stops.toReversed()) await step();
  };
  try {
    return { ...(await start(run, components, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes containers and networks of killed runs, whose process is gone. */
async function sweepLeftovers(): Promise<void> {
  const isLeftover = (name: string): boolean => {
    const pid = new RegExp(`^${PREFIX}-(\\d+)-`).exec(name)?.[1];
    return pid !== undefined && !existsSync(`/proc/${pid}`);
  };
  const containers = (await podman('ps', '--all', '--format', '{{.Names}}')).split('\n').filter(isLeftover);
  await remove(...containers);
  const networks = (await podman('network', 'ls', '--format', '{{.Name}}')).split('\n').filter(isLeftover);
  for (const network of networks) await podman('network', 'rm', '--force', network);
}

async function start(
  run: string,
  components: readonly ProcessName[],
  stops: (() => Promise<unknown>)[],
): Promise<Omit<Installation, 'stop'>> {
  await podman('network', 'create', run);
  stops.push(() => podman('network', 'rm', '--force', run));
  const hostAddress = (await podman('network', 'inspect', '--format', GATEWAY_ADDRESS_FORMAT, run)).trim();
  const started: string[] = [];
  stops.push(() => remove(...started.toReversed()));
  const scratch = mkdtempSync(join(required('TEST_RUN_FOLDER'), 'scratch-'));
  // This machine only has an address on the network while a container is attached to it.
  started.push(`${run}-holder`);
  const idle = ['--entrypoint', '/usr/local/bin/node', imageOf('app'), '--eval', 'setInterval(() => {}, 1e6)'];
  await podman('run', '--detach', '--name', `${run}-holder`, '--network', run, ...idle);

  const forward = async (url: string): Promise<string> => {
    const forwarder = await openForwarder(hostAddress, url);
    stops.push(() => forwarder.close());
    return forwarder.url;
  };
  const { secrets, objects } = await renderInstallation(hostAddress, run, forward);
  const named = Object.fromEntries(Object.entries(secrets).map(([name, keys]) => [secretName(name), keys]));
  const environmentOf: Installation['environmentOf'] = (container, changes = {}) => {
    const environment = { ...environmentOfContainer(container.env ?? [], named), ...changes };
    return Object.fromEntries(
      Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  };
  let count = 0;
  const startMore: Installation['startMore'] = async (pod, container, environment, options = []) => {
    count += 1;
    const name = `${run}-${container.name}-${count}`;
    started.push(name);
    await runAsRendered(pod, container, { name, image: imageOf('app'), environment, network: run, options });
    return name;
  };

  const jobs: Record<string, string> = {};
  for (const { pod, container } of jobsOf(objects)) {
    const name = await startMore(pod, container, environmentOf(container));
    const code = await waitForEnd(name, JOB_MS);
    jobs[container.name] = await logsOf(name);
    if (code !== 0) throw new Error(`${container.name} ended with ${code}:\n${jobs[container.name]}`);
  }

  const restart = async (component: ProcessName): Promise<RunningProcess> => {
    const { pod, container, aliases } = partsOf(objects, component);
    const name = `${run}-${component}`;
    if (!started.includes(name)) started.push(name);
    await remove(name);
    if (component === 'screenshot') await startBrowser(objects, run, scratch, started);
    const startedAt = performance.now();
    await runAsRendered(pod, container, {
      name,
      image: imageOf('app'),
      environment: environmentOf(container),
      network: run,
      aliases,
      options: mountsOf(pod, container, scratch),
    });
    const address = await addressOf(name);
    await waitUntilReady(name, address, container);
    const readySeconds = Math.round(performance.now() - startedAt) / 1_000;
    return { component, name, address, container, pod, readySeconds };
  };
  // Started one after another, so that each start is measured undisturbed; no process waits for those it calls.
  const processes: Record<string, RunningProcess> = {};
  for (const component of components) processes[component] = await restart(component);
  return { processes, secrets, hostAddress, objects, jobs, environmentOf, startMore, restart };
}

/** Podman options for a pod's `emptyDir` volumes: empty folders that every container of the pod may write to. */
function mountsOf(pod: PodSpec, container: Container, scratch: string): string[] {
  const { volumeMounts = [] } = container as { volumeMounts?: readonly { name: string; mountPath: string }[] };
  const empty = (pod.volumes ?? []).filter((volume) => 'emptyDir' in volume).map(({ name }) => name);
  return volumeMounts
    .filter(({ name, mountPath }) => empty.includes(name) && mountPath !== '/dev/shm')
    .flatMap(({ name, mountPath }) => {
      const folder = mkdtempSync(join(scratch, `${name}-`));
      chmodSync(folder, 0o2777);
      return ['--volume', `${folder}:${mountPath}`];
    });
}

/** Runs Chromium in its own container, with its own user and memory for `/dev/shm`. */
async function startBrowser(
  objects: readonly KubeObject[],
  run: string,
  scratch: string,
  started: string[],
): Promise<void> {
  const { pod, container, aliases } = partsOf(objects, 'browser');
  const name = `${run}-browser`;
  if (started.includes(name)) return;
  started.push(name);
  await runAsRendered(pod, container, {
    name,
    image: imageOf('browser'),
    environment: { BROWSER_SANDBOX: 'preferred' },
    network: run,
    aliases,
    options: ['--shm-size', '256m', ...mountsOf(pod, container, scratch)],
  });
}

export function imageOf(target: 'app' | 'browser'): string {
  const name = process.env[`TEST_IMAGE_${target.toUpperCase()}`];
  if (!name) throw new Error('The images are not built: npm run test:image');
  return name;
}

async function renderInstallation(
  hostAddress: string,
  run: string,
  forward: (url: string) => Promise<string>,
): Promise<{ secrets: InstallationSecrets; objects: KubeObject[] }> {
  const server = new URL(await forward(required('TEST_POSTGRES_ADMIN_URL')));
  const databaseNamed = (name: string): string => {
    server.pathname = `/${name.replaceAll('-', '_')}_test`;
    return server.href;
  };
  const key = { 'access-key': required('TEST_S3_ACCESS_KEY'), 'secret-key': required('TEST_S3_SECRET_KEY') };
  const secrets = makeInstallationSecrets({
    database: databaseNamed(run),
    memoryDatabase: databaseNamed(`${run}-memory`),
    buckets: { shortener: key, screenshot: key },
    redis: await forward(required('TEST_REDIS_URL')),
    adminEmail: ADMIN,
  });
  const values: Readonly<Record<string, string>> = {
    'secrets.redis': secretName('redis'),
    'secrets.firstAdmin': secretName('firstAdmin'),
    'secrets.copilot': secretName('copilot'),
    'networkPolicy.redis.anywhere': 'true',
    'networkPolicy.memoryDatabase.anywhere': 'true',
    'database.bootstrap.enabled': 'true',
    'settings.S3_ENDPOINT': await forward(required('TEST_S3_ENDPOINT')),
    'settings.SVC_EGRESS_ALLOW': `${hostAddress}:${PAGE_PORT}`,
  };
  const options = Object.entries(values).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  return { secrets, objects: render('minimal', ...options) };
}

/** Port for a page that tests capture, outside the range of ephemeral ports. */
export const PAGE_PORT = 19_390;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: one of the stores did not start.`);
  return value;
}

/** Probes like the kubelet, within the startup probe's budget; throws when the budget is used up. */
async function waitUntilReady(name: string, address: string, container: Container): Promise<void> {
  const probe = container.startupProbe;
  const { periodSeconds = 0, failureThreshold = 0 } = (probe ?? {}) as {
    periodSeconds?: number;
    failureThreshold?: number;
  };
  const endsAt = performance.now() + periodSeconds * failureThreshold * 1_000;
  while (performance.now() < endsAt) {
    if (await answersReady(address, container)) return;
    await pause(100);
  }
  throw new Error(`${name} is not ready in time. Its log:\n${await logsOf(name)}`);
}

async function answersReady(address: string, { readinessProbe: probe, ports = [] }: Container): Promise<boolean> {
  if (probe?.grpc) return (await healthOf(`${address}:${probe.grpc.port}`, probe.grpc.service)) === 'SERVING';
  const port = ports.find(({ name }) => name === probe?.httpGet?.port)?.containerPort;
  const answer = await fetch(`http://${address}:${port}${probe?.httpGet?.path}`).catch(() => undefined);
  return answer?.ok === true;
}

/** Status of the gRPC health service under that name; undefined if there is none. */
export async function healthOf(target: string, service: string): Promise<string | undefined> {
  const connection = openConnection('test', target, {});
  try {
    return await askHealth(connection.client, 1_000, service);
  } finally {
    connection.close();
  }
}
