/**
 * `npm run bench -- compare <commit>`: CPU time per request here and in another version, in alternating rounds, because
 * other load on the machine changes over time. Both versions run under `npm start` and are called over HTTP alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@svc/scripts/stack/http';
import { ROOT } from '@svc/scripts/stack/paths';
import { findFreePort } from '@svc/scripts/stack/ports';
import { buildEarlierVersion } from '../earlier-version.ts';
import { startTestRedis } from '../stores/redis.ts';
import { USER_AGENT } from './links/redirect-load.ts';
import { type Bench, benchEnvironment } from './measuring/bench.ts';
import { type LoadGenerator, type LoadOptions, startLoad } from './measuring/load.ts';
import { median, number, printTable } from './measuring/report.ts';
import { cpuMsBelow } from './measuring/usage.ts';

const ROUNDS = 10;
const ROUND_SECONDS = 2;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 64;
const READY_WITHIN_MS = 120_000;

interface Version {
  readonly name: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
  /** The requests to send, by name. */
  readonly asks: Readonly<Record<'read' | 'redirect', Pick<LoadOptions, 'url' | 'requests' | 'status' | 'userAgent'>>>;
}

/** Processes whose CPU time counts: the whole product for a read, the redirecting process for a redirect. */
const COUNTED = { read: /./, redirect: /\/services\/shortener$/ } as const;

export async function compareWith(bench: Bench, commit: string): Promise<void> {
  console.log(`\ncompare: ${ROUNDS} alternating rounds of ${ROUND_SECONDS} s, ${CONNECTIONS} connections`);
  const earlier = buildEarlierVersion(commit);
  await startTestRedis(bench.dataDir);
  const before = await startVersion(bench, commit, earlier.root, 1);
  const here = await startVersion(bench, 'here', ROOT, 2);
  const load = await startLoad(bench);
  const rows = [];
  for (const what of ['read', 'redirect'] as const) rows.push(await compare(load, what, before, here));
  await load.stop();
  for (const { stop } of [here, before]) await stop();
  printTable(['CPU µs per request, median (from – to)', commit, 'here', 'speedup', 'from – to'], rows);
}

async function compare(
  load: LoadGenerator,
  what: keyof Version['asks'],
  before: Version,
  here: Version,
): Promise<string[]> {
  const measure = async (version: Version, seconds: number): Promise<number> => {
    const used = cpuMsBelow(version.pid, COUNTED[what]);
    const { requests } = await load.run({ ...version.asks[what], connections: CONNECTIONS, seconds });
    return ((cpuMsBelow(version.pid, COUNTED[what]) - used) / requests) * 1_000;
  };
  for (const version of [before, here]) await measure(version, WARM_UP_SECONDS);
  const rounds: { before: number; here: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternate the order each round so neither version always runs warm.
    const first = round % 2 === 0 ? await measure(before, ROUND_SECONDS) : undefined;
    const ours = await measure(here, ROUND_SECONDS);
    rounds.push({ before: first ?? (await measure(before, ROUND_SECONDS)), here: ours });
  }
  const [theirs, ours] = [rounds.map((round) => round.before), rounds.map((round) => round.here)];
  const ratios = rounds.map((round) => round.before / round.here);
  return [what, middle(theirs), middle(ours), number(median(ratios)), range(ratios)];
}

function middle(values: readonly number[]): string {
  return `${number(median(values))} (${range(values)})`;
}

function range(values: readonly number[]): string {
  return `${number(Math.min(...values))} – ${number(Math.max(...values))}`;
}

/** Starts a version with its own stores, a user with a deal, and a short link. */
async function startVersion(bench: Bench, name: string, root: string, redisDatabase: number): Promise<Version> {
  const folder = mkdtempSync(join(bench.dataDir, 'version-'));
  const [port, shortenerPort] = [await findFreePort(), await findFreePort()];
  const { TEST_REDIS_URL } = process.env;
  if (!TEST_REDIS_URL)
    throw new Error('The comparison of redirects needs Redis: install redis-server or set TEST_REDIS_URL.');
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, ['scripts/setup.mjs', 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...benchEnvironment(),
      DATA_DIR: folder,
      PORT: String(port),
      SHORTENER_PORT: String(shortenerPort),
      REDIS_URL: `${TEST_REDIS_URL}/${redisDatabase}`,
    },
  });
  const ended = once(child, 'exit');
  const stop = bench.onEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    waitUntilReady(url),
    ended.then(() => {
      throw new Error(`${name} does not start.`);
    }),
  ]);
  const asks = await prepareAsks(url, `http://127.0.0.1:${shortenerPort}`);
  return { name, pid: child.pid ?? 0, stop, asks };
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const { status } = await callApi(url, 'GET', '/api/readiness').catch(() => ({ status: 0 }));
    if (status === 200) return;
    await sleep(100);
  }
  throw new Error(`The product is not ready after ${READY_WITHIN_MS / 1000} s.`);
}

async function prepareAsks(url: string, shortenerUrl: string): Promise<Version['asks']> {
  const make = async <Made>(path: string, body: object, token?: string): Promise<Made> => {
    const ask = () => callApi<Made>(url, 'POST', path, { body, ...(token === undefined ? {} : { token }) });
    let answer = await ask();
    // Earlier versions report ready before all of their processes are.
    for (const until = performance.now() + READY_WITHIN_MS; answer.status === 503 && performance.now() < until;) {
      await sleep(100);
      answer = await ask();
    }
    if (answer.status !== 201) throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const account = { email: 'bench@example.test', password: 'correct horse battery', name: 'Bench' };
  const { token } = await make<{ token: string }>('/api/auth/signup', account);
  const deal = await make<{ id: string }>('/api/deals', { name: 'Spring launch' }, token);
  const link = await make<{ shortId: string }>('/api/shorten', { url: 'https://example.com/spring' }, token);
  return {
    read: { url, requests: [{ path: `/api/deals/${deal.id}`, token }] },
    redirect: {
      url: shortenerUrl,
      requests: [{ path: `/${link.shortId}` }],
      status: 302,
      userAgent: USER_AGENT,
    },
  };
}
