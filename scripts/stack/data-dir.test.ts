import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { claimDataDir, createDataDir } from './data-dir.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a folder is created with its parents, and an existing one of ours is accepted', () => {
  const dataDir = join(folder, 'new/data');
  createDataDir(dataDir);
  mkdirSync(join(dataDir, 'postgres'));

  createDataDir(dataDir);

  expect(readdirSync(dataDir).toSorted()).toEqual(['logs', 'postgres']);
});

test('a file and a folder with other contents are refused and left unchanged', () => {
  writeFileSync(join(folder, 'holiday.jpg'), '');

  expect(() => createDataDir(join(folder, 'holiday.jpg'))).toThrow(
    /^DATA_DIR is the file .*holiday\.jpg: set it to a folder\.$/,
  );
  expect(() => createDataDir(folder)).toThrow(
    /^The folder .* contains other files \("holiday\.jpg"\): set DATA_DIR to an empty/,
  );
  expect(() => createDataDir(join(folder, 'holiday.jpg/data'))).toThrow(/something above it is a file: set DATA_DIR/);
  expect(readdirSync(folder)).toEqual(['holiday.jpg']);
});

(existsSync('/proc/self') ? test : test.skip)('a place where no folder can be made is told at once', () => {
  expect(() => createDataDir('/proc/dealbridge')).toThrow(
    /^The data folder \/proc\/dealbridge cannot be made there \(ENOENT\)/,
  );
});

(process.getuid?.() === 0 ? test : test.skip)('root leaves the folder of another user alone', () => {
  chownSync(folder, 65_534, 65_534);

  expect(() => createDataDir(folder)).toThrow(
    /belongs to user 65534, who could not use files that root writes there: run the command as/,
  );
  expect(readdirSync(folder)).toEqual([]);
});

/** Claims the folder in a separate process, and prints the result. */
function claimElsewhere() {
  const program = `
    import { claimDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))};
    try { claimDataDir(${JSON.stringify(folder)}); console.log('claimed'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.message); }`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstWords(child: ReturnType<typeof claimElsewhere>): Promise<string> {
  const [words] = (await once(child.stdout, 'data')) as [Buffer];
  return words.toString().trim();
}

test('of concurrent processes one claims a folder, and another one after it is killed', async () => {
  const children = [claimElsewhere(), claimElsewhere(), claimElsewhere()];
  const words = await Promise.all(children.map(firstWords));
  const holder = children[words.indexOf('claimed')];

  expect(words.filter((each) => each !== 'claimed')).toEqual(
    Array(2).fill(expect.stringMatching(/already runs on the data folder .*: stop it first, or set DATA_DIR\.$/)),
  );
  expect(() => claimDataDir(folder)).toThrow(`Process ${holder?.pid} already runs on the data folder ${folder}:`);
  holder?.kill('SIGKILL');
  if (holder) await once(holder, 'exit');
  const release = claimDataDir(folder);
  expect(await firstWords(claimElsewhere())).toMatch(`Process ${process.pid} already runs on`);
  release();
});

test('a process in another container, whose id is unknown here, also keeps its claim', async () => {
  const holder = claimElsewhere();
  await firstWords(holder);
  rmSync(join(folder, 'claimed-by'));

  expect(() => claimDataDir(folder)).toThrow(/^A process of another container already runs on the data folder/);
  holder.kill();
  await once(holder, 'exit');
});

test('a process may claim its folder again, and keeps it until every claim is released', async () => {
  const releases = [claimDataDir(folder), claimDataDir(folder)];
  releases[0]?.();
  const refused = await firstWords(claimElsewhere());
  releases[1]?.();
  const next = claimElsewhere();

  expect([refused, await firstWords(next)]).toEqual([expect.stringContaining('already runs on'), 'claimed']);
  next.kill();
  await once(next, 'exit');
});
