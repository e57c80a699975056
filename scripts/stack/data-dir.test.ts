import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDataDir } from './data-dir.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a folder is made with all that is above it, and one of ours is taken again', () => {
  const dataDir = join(folder, 'new/data');
  createDataDir(dataDir);
  mkdirSync(join(dataDir, 'postgres'));

  createDataDir(dataDir);

  expect(readdirSync(dataDir).toSorted()).toEqual(['logs', 'postgres']);
});

test('a file, and a folder that holds other things, are refused and left as they are', () => {
  writeFileSync(join(folder, 'holiday.jpg'), '');

  expect(() => createDataDir(join(folder, 'holiday.jpg'))).toThrow(
    /^DATA_DIR is the file .*holiday\.jpg: set it to a folder\.$/,
  );
  expect(() => createDataDir(folder)).toThrow(
    /^The folder .* holds other things \("holiday\.jpg"\): set DATA_DIR to an empty/,
  );
  expect(() => createDataDir(join(folder, 'holiday.jpg/data'))).toThrow(/something above it is a file: set DATA_DIR/);
  expect(readdirSync(folder)).toEqual(['holiday.jpg']);
});

(existsSync('/proc/self') ? test : test.skip)('a place where no folder can be made is told at once', () => {
  expect(() => createDataDir('/proc/dealbridge')).toThrow(
    /^The data folder \/proc\/dealbridge cannot be made there \(ENOENT\)/,
  );
});

(process.getuid?.() === 0 ? test : test.skip)('root leaves the folder of somebody else alone', () => {
  chownSync(folder, 65_534, 65_534);

  expect(() => createDataDir(folder)).toThrow(
    /belongs to user 65534, who could not use what root writes there: run the command as/,
  );
  expect(readdirSync(folder)).toEqual([]);
});
