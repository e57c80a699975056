import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { measureProcesses } from '@svc/guarded-browser/chromium/process-memory';

const START_MS = 15_000;
/** Megabytes of JavaScript heap for one page. */
const SCRIPT_MEMORY = 512;
/** Line in which Chromium prints its DevTools address. */
const LISTENING = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)(\/\S+)$/;
/** Prefix of profile folders. */
const PROFILE = 'dealbridge-browser-';
/** Discard port: sends traffic nowhere. */
const NO_PROXY = '127.0.0.1:9';

const FLAGS = [
  '--headless',
  '--no-startup-window',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-breakpad',
  // UDP would bypass the proxy.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--js-flags=--max-old-space-size=${SCRIPT_MEMORY}`,
  '--remote-debugging-port=0',
];

export interface ChromiumOptions {
  readonly executablePath: string;
  readonly sandbox: boolean;
  /** IP address and port of the proxy, the browser's only network access. Without a proxy, the browser has no network. */
  readonly proxy?: { readonly host: string; readonly port: number } | undefined;
}

/** A Chromium with its own profile, deleted when it exits. */
export interface ChromiumProcess {
  /** DevTools port, on loopback only. */
  readonly port: number;
  /** WebSocket path. */
  readonly path: string;
  readonly ended: Promise<unknown>;
  /** Memory of the browser in bytes; undefined when the operating system does not report it. */
  measureBytes(): Promise<number | undefined>;
  /** Kills the browser and all its child processes. */
  kill(): void;
}

/** Deletes profiles left by a host that was killed. Call at startup only: it also deletes profiles in use. */
export async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PROFILE));
  await Promise.all(names.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}

/** Launches Chromium. Throws with its last output when it does not start. */
export async function launchChromium({ executablePath, sandbox, proxy }: ChromiumOptions): Promise<ChromiumProcess> {
  const profile = await mkdtemp(join(tmpdir(), PROFILE));
  // Only the proxy resolves host names.
  const known = proxy ? ` , EXCLUDE ${proxy.host.replace(/^\[|\]$/g, '')}` : '';
  const flags = [
    ...FLAGS,
    `--user-data-dir=${profile}`,
    `--proxy-server=${proxy ? `${proxy.host}:${proxy.port}` : NO_PROXY}`,
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1${known}`,
    ...(sandbox ? [] : ['--no-sandbox']),
  ];
  const child = spawn(executablePath, flags, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: profile, TMPDIR: profile, LANG: 'C.UTF-8' },
  });
  const ended = once(child, 'exit')
    .catch(() => undefined)
    .then(() => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
    .catch(() => undefined);
  const kill = (): void => killGroup(child);
  try {
    const { port, path } = await readAddress(child);
    return { port, path, ended, kill, measureBytes: () => measureGroup(child.pid) };
  } catch (error) {
    kill();
    await ended;
    throw error;
  }
}

function readAddress(child: ChildProcess): Promise<{ port: number; path: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ port: number; path: string }>();
  let said = '';
  const timer = setTimeout(() => reject(new Error('Chromium did not start in time.')), START_MS);
  child.once('error', reject);
  // `close` follows all output, which contains the reason.
  child.once('close', (code, signal) => reject(new Error(`Chromium exited with ${code ?? signal}: ${said}`)));
  if (child.stderr)
    createInterface(child.stderr).on('line', (line) => {
      said = line.slice(0, 500) || said;
      const [, port, path] = LISTENING.exec(line) ?? [];
      if (port !== undefined && path !== undefined) resolve({ port: Number(port), path });
    });
  return promise.finally(() => clearTimeout(timer));
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // ESRCH: already gone.
    }
  }
}

/** Total memory of the process group. */
async function measureGroup(leader: number | undefined): Promise<number | undefined> {
  if (leader === undefined) return undefined;
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const members = await Promise.all(ids.map(async (id) => ((await groupOf(id)) === leader ? [Number(id)] : [])));
  return measureProcesses(members.flat());
}

async function groupOf(id: string): Promise<number | undefined> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  // The parenthesized name may contain anything; state, parent and group follow it.
  const [, , group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return group === undefined ? undefined : Number(group);
}
