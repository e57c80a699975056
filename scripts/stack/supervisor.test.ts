import { spawn } from 'node:child_process';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { supervise, type Supervised } from './supervisor.ts';

let lines: string[] = [];
let supervised: Supervised | undefined;

afterEach(async () => {
  await supervised?.stop(0);
  lines = [];
});

/** Supervises a Node process that runs the program. */
function run(program: string): Supervised {
  supervised = supervise({
    name: 'part',
    logFile: '/logs/part.log',
    stopSignal: 'SIGTERM',
    say: (line) => lines.push(line),
    launch: () => Promise.resolve(spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })),
  });
  return supervised;
}

test('a process that keeps ending is started again each time, after a pause that doubles', async () => {
  const part = run('process.exit(3)');

  await part.start();
  await eventually(() => expect(part.unexpectedEnds()).toBeGreaterThanOrEqual(3));

  expect(lines.slice(0, 3)).toEqual([
    'part has ended (exit code 3) and starts again in 0.2 s; its log is /logs/part.log.',
    'part has ended (exit code 3) and starts again in 0.4 s; its log is /logs/part.log.',
    'part has ended (exit code 3) and starts again in 0.8 s; its log is /logs/part.log.',
  ]);
});

test('a program that cannot be started counts as one that has ended', async () => {
  supervised = supervise({
    name: 'part',
    logFile: '/logs/part.log',
    stopSignal: 'SIGTERM',
    say: (line) => lines.push(line),
    launch: () => Promise.resolve(spawn('/does/not/exist')),
  });

  await supervised.start();
  await eventually(() =>
    expect(lines[0]).toMatch(/^part has ended \(spawn \/does\/not\/exist ENOENT\) and starts again/),
  );
});

test('a process that was told to stop stays down, until it is started again', async () => {
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

test('a process that does not listen is killed after the grace time', async () => {
  const part = run(`process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000)`);
  await part.start();
  const startedAt = performance.now();

  await part.stop(300);

  expect(part.pid()).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('stopping during the pause ends it', async () => {
  const part = run('process.exit(1)');
  await part.start();
  await eventually(() => expect(part.unexpectedEnds()).toBeGreaterThanOrEqual(2));

  await part.stop(0);
  const ends = part.unexpectedEnds();

  await expect(eventually(() => expect(part.unexpectedEnds()).toBeGreaterThan(ends), 1_500)).rejects.toThrow();
});
