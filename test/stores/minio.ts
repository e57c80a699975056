import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '@svc/scripts/stack/ports';
import { stores } from './running.ts';

/** MinIO's README documents installing it with Go; no package registry serves it. */
const MODULE = 'github.com/minio/minio';
const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';
const IMAGE = 'minio/minio:RELEASE.2025-09-07T16-13-09Z';

const ACCESS_KEY = 'tests';

/** A MinIO server of this run. */
interface Server {
  readonly port: number;
  readonly how: string;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

/**
 * Uses the store at TEST_S3_ENDPOINT (with TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY), else `minio` from the PATH, else a binary that Go builds once
 * per machine, else a container. Sets TEST_S3_*. If none is available they stay unset, and tests that need them fail with a clear message.
 */
export async function startTestMinio(folder: string): Promise<string> {
  if (process.env.TEST_S3_ENDPOINT) return 'the store at TEST_S3_ENDPOINT';
  const secretKey = randomBytes(16).toString('base64url');
  const binary = isOnPath('minio') ? 'minio' : await findOrBuild();
  const server = binary
    ? await startProcess(binary, folder, secretKey)
    : await startContainer(folder, secretKey).catch(() => undefined);
  if (!server) return 'MISSING: install Go (which builds MinIO) or MinIO, or set TEST_S3_ENDPOINT';
  stores.push({
    stop: async () => {
      // In watch mode the next run starts in this process, with its own server.
      for (const name of ['TEST_S3_ENDPOINT', 'TEST_S3_ACCESS_KEY', 'TEST_S3_SECRET_KEY']) delete process.env[name];
      await server.stop();
    },
  });
  await waitUntilReady(server, join(folder, 'minio.log'));
  process.env.TEST_S3_ENDPOINT = `http://127.0.0.1:${server.port}`;
  process.env.TEST_S3_ACCESS_KEY = ACCESS_KEY;
  process.env.TEST_S3_SECRET_KEY = secretKey;
  return `real MinIO ${server.how}, started for this run`;
}

function isOnPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, command)));
}

/** Path of the built binary in the user's cache folder; undefined when it is absent and cannot be built. */
async function findOrBuild(): Promise<string | undefined> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const binary = join(cache, 'dealbridge', `minio-${VERSION}`, 'minio');
  if (existsSync(binary)) return binary;
  if (!isOnPath('go')) return undefined;
  process.stderr.write('Building MinIO (about two minutes, once per machine)…\n');
  // Built elsewhere and then renamed, so that an interrupted run leaves no half-built binary.
  const buildFolder = join(dirname(binary), `building-${process.pid}`);
  mkdirSync(buildFolder, { recursive: true });
  try {
    const environment = { ...process.env, GOBIN: buildFolder };
    await promisify(execFile)('go', ['install', `${MODULE}@${VERSION}`], { env: environment, maxBuffer: 1e8 });
    renameSync(join(buildFolder, 'minio'), binary);
    return binary;
  } catch (error) {
    process.stderr.write(`MinIO could not be built: ${String((error as { stderr?: string }).stderr ?? error)}\n`);
    return undefined;
  } finally {
    rmSync(buildFolder, { recursive: true, force: true });
  }
}

async function startProcess(binary: string, folder: string, secretKey: string): Promise<Server> {
  const port = await findFreePort();
  const log = openSync(join(folder, 'minio.log'), 'w');
  const child = spawn(binary, ['server', join(folder, 'minio'), '--address', `127.0.0.1:${port}`], {
    stdio: ['ignore', log, log],
    env: { ...process.env, MINIO_ROOT_USER: ACCESS_KEY, MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: 'off' },
  });
  writeFileSync(join(folder, 'minio.pid'), String(child.pid));
  const ended = waitForEnd(child);
  return {
    port,
    how: binary === 'minio' ? 'from the PATH' : `${VERSION} built by Go`,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function waitForEnd(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** Returns undefined without a container engine; throws when the engine cannot start the image. */
async function startContainer(folder: string, secretKey: string): Promise<Server | undefined> {
  const engine = ['docker', 'podman'].find((name) => isOnPath(name) && spawnSync(name, ['info']).status === 0);
  if (!engine) return undefined;
  const port = await findFreePort();
  const name = `dealbridge-tests-${process.pid}`;
  writeFileSync(join(folder, 'minio.container'), `${engine} ${name}`);
  const keys = ['--env', `MINIO_ROOT_USER=${ACCESS_KEY}`, '--env', `MINIO_ROOT_PASSWORD=${secretKey}`];
  const options = ['--detach', '--rm', '--name', name, '--publish', `127.0.0.1:${port}:9000`, ...keys];
  const run = promisify(execFile);
  await run(engine, ['run', ...options, IMAGE, 'server', '/data']);
  return {
    port,
    how: `in a ${engine} container`,
    hasEnded: () => false,
    stop: async () => {
      await run(engine, ['rm', '--force', name]);
    },
  };
}

async function waitUntilReady(server: Server, log: string): Promise<void> {
  for (let tries = 0; tries < 600 && !server.hasEnded(); tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/minio/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`MinIO does not answer on port ${server.port}; see ${log}.`);
}
