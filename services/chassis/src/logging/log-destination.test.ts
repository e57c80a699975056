import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createLog, flushLog } from './log.js';
import { createLogDestination, descriptorTarget, type LogTarget } from './log-destination.js';

/** A disk that can be full, and its contents. */
function createDisk() {
  const disk = { isFull: false, text: '', tries: 0 };
  const keep = (block: string): void => {
    disk.tries += 1;
    if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    disk.text += block;
  };
  const target: LogTarget = { write: async (block) => keep(block), writeNow: keep };
  return { disk, destination: createLogDestination(target, (lines) => `lost ${lines}`) };
}

test('lines are written in blocks, and the rest when the process ends', async () => {
  const { disk, destination } = createDisk();

  destination.write('one\n');
  destination.write('two\n');
  await destination.flush();
  destination.write('three\n');
  destination.flushSync();

  expect(disk).toEqual({ isFull: false, text: 'one\ntwo\nthree\n', tries: 2 });
});

test('lines lost to a full disk are counted, and later ones are written', async () => {
  const { disk, destination } = createDisk();
  disk.isFull = true;
  destination.write('one\ntwo\n');
  await destination.flush();
  destination.write('three\n');
  await destination.flush();
  destination.write('four\n');
  destination.flushSync();

  disk.isFull = false;
  destination.write('five\n');
  await destination.flush();
  destination.write('six\n');
  await destination.flush();

  expect(disk.text).toBe('\nlost 4\nfive\nsix\n');
});

test('lines for a reader that hangs are dropped, without using memory', async () => {
  const { promise: room, resolve: makeRoom } = Promise.withResolvers<void>();
  let text = '';
  const write = async (block: string): Promise<void> => {
    await room;
    text += block;
  };
  const destination = createLogDestination({ write, writeNow: () => undefined }, (lines) => `lost ${lines}`);
  const line = `${'x'.repeat(1_023)}\n`;

  for (let count = 0; count < 3_000; count += 1) destination.write(line);
  makeRoom();
  await destination.flush();

  const lines = text.trimEnd().split('\n');
  const lost = Number(/^lost (\d+)$/.exec(lines.find((each) => each.startsWith('lost')) ?? '')?.[1]);
  expect(lost).toBeGreaterThan(1_500);
  // In addition to the lines: the one about the loss, and the rest of a possibly truncated line.
  expect(lines.length - 2 + lost).toBe(3_000);
});

const FULL = '/dev/full';

test('writes to a descriptor on a full disk fail, and the process continues and can exit', async () => {
  const descriptor = openSync(FULL, 'w');
  expect(() => writeSync(descriptor, 'x')).toThrow('ENOSPC');
  const log = createLog('tests', 'info', descriptorTarget(descriptor));

  log.line({ msg: 'request' });
  log.fatal('the end');
  await flushLog(log);
  closeSync(descriptor);

  expect(log.isLevelEnabled('info')).toBe(true);
});

test.each(['', 'verbose', undefined])('with %j as its level, a log has the level info', (level) => {
  const log = createLog('tests', level, { write: async () => undefined, writeNow: () => undefined });

  expect([log.isLevelEnabled('info'), log.isLevelEnabled('debug')]).toEqual([true, false]);
});

test('a process whose log is not read still exits soon after a signal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY);
  const program = `
    import { createLog } from '${import.meta.resolve('./log.js')}';
    import { runUntilStopped } from '${import.meta.resolve('../process/process.js')}';
    const log = createLog('chatty', 'info');
    await runUntilStopped(log, async () => undefined);
    for (let line = 0; line < 5_000; line += 1) log.info('x'.repeat(100));
    process.kill(process.pid, 'SIGTERM');`;
  const child = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', program], {
    stdio: ['ignore', writer, 'inherit'],
    env: { ...process.env, STOP_GRACE_MS: '60000' },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  closeSync(writer);

  const [exitCode] = await once(child, 'exit');

  closeSync(reader);
  rmSync(folder, { recursive: true });
  expect(exitCode).toBe(0);
});
