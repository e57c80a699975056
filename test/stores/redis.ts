import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@svc/scripts/stack/ports';
import { stores } from './running.ts';

/**
 * Uses the server at TEST_REDIS_URL, else `redis-server` from the PATH, else installs it with the platform's package manager. Sets TEST_REDIS_URL. If
 * none is available it stays unset, and tests that need it fail with a clear message.
 */
export async function startTestRedis(folder: string): Promise<string> {
  if (process.env.TEST_REDIS_URL) return 'the server at TEST_REDIS_URL';
  if (!isOnPath('redis-server')) installRedis();
  if (!isOnPath('redis-server')) return 'MISSING: install redis-server or set TEST_REDIS_URL';
  const server = await startRedisServer(folder);
  writeFileSync(join(folder, 'redis.pid'), String(server.pid));
  stores.push({
    stop: () => {
      // In watch mode the next run starts in this process, with its own server.
      delete process.env.TEST_REDIS_URL;
      return server.stop();
    },
  });
  process.env.TEST_REDIS_URL = server.url;
  return `real, version ${readVersion()}, started for this run`;
}

export interface RedisServer {
  readonly url: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** Starts a server without persistence on a free local port, for the lifetime of this process. */
export async function startRedisServer(folder: string): Promise<RedisServer> {
  const port = await findFreePort();
  const address = ['--bind', '127.0.0.1', '--port', String(port)];
  const child = spawn('redis-server', [...address, '--save', '', '--appendonly', 'no', '--dir', folder], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntilReady(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function isOnPath(command: string): boolean {
  return spawnSync(command, ['--version']).status === 0;
}

function readVersion(): string {
  const output = spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout;
  return /v=(\S+)/.exec(output)?.[1] ?? 'unknown';
}

/** Installs Redis; does nothing where no package manager can run unattended. */
function installRedis(): void {
  process.stderr.write('Installing redis-server for the tests…\n');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (command: string, args: string[]): boolean => spawnSync(command, args, { env: environment }).status === 0;
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server']);
  } else if (isOnPath('brew')) {
    run('brew', ['install', '--quiet', 'redis']);
  }
}

async function waitUntilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await answersPing(port)) return;
    await sleep(25);
  }
  throw new Error(`redis-server does not answer on port ${port}.`);
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
