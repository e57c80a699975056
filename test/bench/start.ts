/** Measures how long a new user and an operator wait for the product, and its use of the machine while idle. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '@svc/scripts/stack/paths';
import { findFreePort } from '@svc/scripts/stack/ports';
import type { Stack } from '@svc/scripts/stack/stack';
import { SERVICE_NAMES } from '@svc/topology/processes';
import { type Bench, withStack } from './measuring/bench.ts';
import { median, printGoals, printTable } from './measuring/report.ts';
import { cpuMs, postgresCpuMs, postgresMb, sharedMb } from './measuring/usage.ts';

const STARTS = 3;
/** Milliseconds to wait until startup garbage is collected. */
const SETTLE_MS = 10_000;
const IDLE_MS = 60_000;
/** Number of processes when the goals were set, and allowance for each additional one. */
const FIRST_PROCESSES = 6;
const FURTHER_MB = 55;
const FURTHER_SECONDS = 0.2;
/** Seconds from a build to ready. */
export const READY_SECONDS_MAX = 1.5 + (SERVICE_NAMES.length - FIRST_PROCESSES) * FURTHER_SECONDS;
const READY = 'Ctrl-C stops everything';

export async function benchStart(bench: Bench): Promise<void> {
  console.log('\nstart: from a clone to ready, from a build to ready, and idle');
  const fromClone = await timeClone(bench);
  // Creates the folder if this is the first part.
  await withStack(bench, () => Promise.resolve());
  let idle = { mb: NaN, cpuPercent: NaN };
  const seconds = await timeStarts(bench, async (stack) => {
    idle = await measureIdle(bench, stack);
  });
  const further = SERVICE_NAMES.length - FIRST_PROCESSES;
  printGoals([
    { what: "clone to ready, packages in npm's cache (s)", measured: fromClone, below: 20 },
    {
      what: `built to ready, median of ${STARTS} (s)`,
      measured: median(seconds),
      below: READY_SECONDS_MAX,
    },
    { what: 'memory of all processes, idle (MB)', measured: idle.mb, below: 350 + further * FURTHER_MB },
    { what: 'CPU of all processes, idle (% of a core)', measured: idle.cpuPercent, below: 0.3 },
  ]);
}

/** Seconds until everything is ready, for each of a few starts; the work runs during the last one. */
export async function timeStarts(bench: Bench, work?: (stack: Stack) => Promise<void>): Promise<number[]> {
  const seconds: number[] = [];
  for (let start = 1; start <= STARTS; start += 1) {
    const startedAt = performance.now();
    await withStack(bench, async (stack) => {
      seconds.push((performance.now() - startedAt) / 1_000);
      if (start === STARTS) await work?.(stack);
    });
  }
  return seconds;
}

/** Seconds for the README's two commands, from cloning to ready. */
async function timeClone(bench: Bench): Promise<number> {
  const clone = mkdtempSync(join(tmpdir(), 'dealbridge-clone-'));
  const remove = bench.onEnd(() => rmSync(clone, { recursive: true, force: true }));
  const startedAt = performance.now();
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const { PATH, HOME, TMPDIR } = process.env;
  const [PORT, SHORTENER_PORT] = [String(await findFreePort()), String(await findFreePort())];
  const command = spawn('npm', ['start'], {
    cwd: clone,
    env: { PATH, HOME, TMPDIR, PORT, SHORTENER_PORT, SVC_SESSION_CALLS_PER_MINUTE: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => command.once('close', () => resolve()));
  const stop = bench.onEnd(async () => {
    command.kill('SIGTERM');
    await ended;
  });
  let output = '';
  const ready = new Promise<number>((resolve) => {
    command.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(READY)) resolve((performance.now() - startedAt) / 1_000);
    });
  });
  const seconds = await Promise.race([ready, ended.then(() => NaN)]);
  await stop();
  await remove();
  return seconds;
}

async function measureIdle(bench: Bench, stack: Stack): Promise<{ mb: number; cpuPercent: number }> {
  await sleep(SETTLE_MS, undefined, { signal: bench.signal });
  const pids = SERVICE_NAMES.map((name) => stack.pid(name) ?? 0);
  const measureCpu = (): number[] => [...pids.map(cpuMs), postgresCpuMs(bench.dataDir)];
  const before = measureCpu();
  await sleep(IDLE_MS, undefined, { signal: bench.signal });
  const percents = measureCpu().map((ms, index) => ((ms - (before[index] ?? NaN)) / IDLE_MS) * 100);
  const megabytes = [...pids.map(sharedMb), postgresMb(bench.dataDir)];
  const names = [...SERVICE_NAMES, 'postgres'];
  printTable(
    ['idle', 'megabytes', '% of a core'],
    names.map((name, index) => [name, megabytes[index] ?? NaN, percents[index] ?? NaN]),
  );
  return { mb: sum(megabytes.slice(0, -1)), cpuPercent: sum(percents) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
