import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { canHaveSmallDisk, createSmallDisk } from '@svc/chassis/testing/small-disk';
import { type LogFile, openLogFile } from './log-file.ts';

const LIMITS = { bytesMax: 1_000, filesMax: 2 };

let folder: string;
let path: string;
let opened: LogFile[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-file-'));
  path = join(folder, 'part.log');
  opened = [];
});

afterEach(async () => {
  for (const log of opened) await log.close();
  rmSync(folder, { recursive: true });
});

function open(...args: Parameters<typeof openLogFile>): LogFile {
  const log = openLogFile(...args);
  opened.push(log);
  return log;
}

test('a file is rotated while written, the configured number is kept, and only the owner can read them', async () => {
  const log = open(path, LIMITS);
  for (let line = 0; line < 60; line += 1) {
    log.write(`${String(line).padStart(99)}\n`);
    await log.flush();
  }
  log.write('the end\n');
  await log.flush();

  expect(readdirSync(folder).toSorted()).toEqual(['part.log', 'part.log.1', 'part.log.2']);
  expect(readFileSync(path, 'utf8')).toBe('the end\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toMatch(/^ *50\n[^]* 59\n$/);
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
});

test('a file that is full at the start is rotated by its first line', async () => {
  writeFileSync(path, 'x'.repeat(1_001));

  const log = open(path, LIMITS);
  log.write('first\n');
  await log.flush();

  expect(readFileSync(path, 'utf8')).toBe('first\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toHaveLength(1_001);
});

test('a closed file continues with the next line', async () => {
  const log = open(path, LIMITS);
  log.write('before\n');
  await log.close();
  log.write('after\n');
  await log.close();

  expect(readFileSync(path, 'utf8')).toBe('before\nafter\n');
});

const testOnSmallDisk = canHaveSmallDisk ? test : test.skip;

testOnSmallDisk(
  'a full disk costs lines, which are counted, and is of no matter once there is room again',
  async () => {
    const disk = createSmallDisk();
    try {
      const file = join(disk.folder, 'part.log');
      const log = open(file, { ...LIMITS, bytesMax: 1_000_000 });
      disk.fill();

      for (let line = 0; line < 3; line += 1) {
        log.write('dropped\n');
        await log.flush();
      }
      log.write('dropped at the end\n');
      log.flushSync();
      disk.free();
      log.write('kept\n');
      await log.flush();

      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ msg: 'log lines were dropped', lines: 4 });
      expect(lines.at(-1)).toBe('kept');
    } finally {
      disk.remove();
    }
  },
);
