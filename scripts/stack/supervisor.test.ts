import { spawn } from 'node:child_process';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { LogFile } from './log-file.ts';
import { supervise, type Supervised } from './supervisor.ts';

const LOG: LogFile = {
  path: '/logs/part.log',
  close: () => Promise.resolve(),
  write: () => undefined,
  flush: () => Promise.resolve(),
  flushSync: () => undefined,
};

/** The prefix of each line. */
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /;

let lines: string[] = [];
let supervised: Supervised | undefined;

afterEach(async () => {
  await supervised?.stop(0);
  lines = [];
});

/** Supervises a Node process that runs the program. */
function run(program: string, isBack?: () => Promise<void>): Supervised {
  supervised = supervise({
    name: 'part',
    log: LOG,
    stopSignal: 'SIGTERM',
    say: (line) => lines.push(line),
    ...(isBack ? { isBack } : {}),
    launch: () => Promise.resolve(spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })),
  });
  return supervised;
}

test('a process that keeps exiting is restarted each time, with exponential backoff', async () => {
  const part = run('process.exit(3)');

  await part.start();
  await eventually(() => expect(part.unexpectedEnds()).toBeGreaterThanOrEqual(3));

  const ends = lines.filter((line) => line.includes('part ended'));
  expect(ends.slice(0, 3).map((line) => line.replace(TIME, ''))).toEqual([
    'part ended (exit code 3) and restarts in 0.2 s; its log is /logs/part.log.',
    'part ended (exit code 3) and restarts in 0.4 s; its log is /logs/part.log.',
    'part ended (exit code 3) and restarts in 0.8 s; its log is /logs/part.log.',
  ]);
});

test('a process that rejects its settings is not restarted', async () => {
  const part = run('process.exit(78)');

  await part.start();
  await eventually(() => expect(part.isRefused()).toBe(true));

  expect({ ends: part.unexpectedEnds(), pid: part.pid(), lines }).toEqual({ ends: 1, pid: undefined, lines: [] });
});

test('a line reports when a process works again', async () => {
  const { promise: works, resolve: work } = Promise.withResolvers<void>();
  const part = run('setInterval(() => {}, 1000)', () => works);
  await part.start();
  part.kill('SIGKILL');
  await eventually(() => expect(part.pid()).toBeDefined());
  const before = [...lines];

  work();
  await eventually(() => expect(lines).toHaveLength(2));

  expect(before).toHaveLength(1);
  expect(lines[1]?.replace(TIME, '')).toMatch(/^part is back after \d\.\d s\.$/);
});

test('a program that cannot be started counts as an exit', async () => {
  supervised = supervise({
    name: 'part',
    log: LOG,
    stopSignal: 'SIGTERM',
    say: (line) => lines.push(line),
    launch: () => Promise.resolve(spawn('/does/not/exist')),
  });

  await supervised.start();
  await eventually(() =>
    expect(lines[0]).toMatch(/^[-\d]{10} [:\d]{8} part ended \(spawn \/does\/not\/exist ENOENT\) and restarts/),
  );
});

test('a process that was stopped stays down, until it is started again', async () => {
  const part = run('setInterval(() => {}, 1000)');
  await part.start();
  const first = part.pid();

  await part.stop(5_000);
  const whileStopped = part.pid();
  await part.start();

  expect(lines).toEqual([]);
  expect(whileStopped).toBeUndefined();
  expect(part.pid()).not.toBe(first);
});

test('a process that ignores the signal is killed after the grace period', async () => {
  const part = run(`process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000)`);
  await part.start();
  const startedAt = performance.now();

  await part.stop(300);

  expect(part.pid()).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});

test('stopping during the backoff ends it', async () => {
  const part = run('process.exit(1)');
  await part.start();
  await eventually(() => expect(part.unexpectedEnds()).toBeGreaterThanOrEqual(2));

  await part.stop(0);
  const ends = part.unexpectedEnds();

  // Another process waits longer than the rest of that pause, which proves that the pause was cancelled.
  const other = run('process.exit(1)');
  await other.start();
  await eventually(() => expect(other.unexpectedEnds()).toBeGreaterThanOrEqual(3));
  expect(part.unexpectedEnds()).toBe(ends);
});
