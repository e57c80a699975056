import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { ROOT } from '../stack/paths.ts';

/**
 * A fake npm and compiler: writes two files, and waits for the test after the first one. Only the first build writes a third file, like an
 * incremental compiler.
 */
const FAKE_NPM = `
  import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  const root = import.meta.dirname;
  const step = process.argv.at(-1);
  appendFileSync(join(root, 'steps'), step + '\\n');
  const folders = step === 'compile' ? ['proto/gen', 'gateway/dist'] : ['gateway/web/dist/app', 'dist'];
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    cpSync('gateway/src/main.ts', join(folder, 'one.js'));
    while (!existsSync(join(root, 'verdict'))) await new Promise((resolve) => setTimeout(resolve, 20));
    if (readFileSync(join(root, 'verdict'), 'utf8') === 'fail') process.exit(1);
    cpSync('gateway/src/main.ts', join(folder, 'two.js'));
    if (readFileSync('gateway/src/main.ts', 'utf8') === 'first') cpSync('gateway/src/main.ts', join(folder, 'three.js'));
  }`;
const OUTPUTS = ['proto/gen', 'gateway/dist', 'gateway/web/dist/app', 'dist'];

let root: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  cpSync(join(ROOT, 'scripts/setup'), join(root, 'scripts/setup'), { recursive: true });
  for (const folder of ['proto', 'services', 'topology', 'node_modules']) mkdirSync(join(root, folder));
  write('package.json', JSON.stringify({ type: 'module' }));
  write('package-lock.json', '{}');
  write('tsconfig.json', JSON.stringify({ references: [{ path: 'gateway' }] }));
  write('tsconfig.base.json', '{}');
  write('gateway/tsconfig.json', JSON.stringify({ compilerOptions: { outDir: 'dist' } }));
  write('gateway/src/main.ts', 'first');
  write('npm.js', FAKE_NPM);
  write('verdict', 'go');
  await ended(build());
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function build(...options: string[]): ChildProcess {
  const flags = ['--disable-warning=ExperimentalWarning', ...options, join(root, 'scripts/setup/build.mjs')];
  // In its own process group, so that it can be stopped as a whole.
  return spawn(process.execPath, flags, {
    env: { PATH: process.env.PATH, npm_execpath: join(root, 'npm.js') },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function ended(child: ChildProcess): Promise<number | null> {
  await once(child, 'close');
  return child.exitCode;
}

/** Starts a build of a changed source, and resolves when it is halfway. */
async function beginHalf(source: string): Promise<ChildProcess> {
  rmSync(join(root, 'verdict'));
  write('gateway/src/main.ts', source);
  const child = build();
  await eventually(() => expect(existsSync(join(root, '.build/copy/proto/gen/one.js'))).toBe(true));
  return child;
}

function textsOf(name: string): string[] {
  return OUTPUTS.map((folder) => read(join(folder, name)));
}

test('no part of a build is visible until all of it is done', async () => {
  const half = await beginHalf('second');
  const before = [...textsOf('one.js'), ...textsOf('two.js')];
  write('verdict', 'go');
  await ended(half);

  expect(new Set(before)).toEqual(new Set(['first']));
  expect(new Set([...textsOf('one.js'), ...textsOf('two.js')])).toEqual(new Set(['second']));
});

test('a failed build changes nothing, and is tried again', async () => {
  const half = await beginHalf('broken');
  write('verdict', 'fail');
  const failed = await ended(half);
  const afterwards = [...textsOf('one.js'), ...textsOf('two.js')];
  write('verdict', 'go');
  const again = await ended(build());

  expect([failed, again]).toEqual([1, 0]);
  expect(new Set(afterwards)).toEqual(new Set(['first']));
  expect(textsOf('two.js')).toEqual(OUTPUTS.map(() => 'broken'));
});

test('a killed build changes nothing, and the next one cleans up after it', async () => {
  const half = await beginHalf('second');
  process.kill(-half.pid!, 'SIGKILL');
  await ended(half);
  const afterwards = [...textsOf('one.js'), ...textsOf('two.js')];
  write('verdict', 'go');
  await ended(build());

  expect(new Set(afterwards)).toEqual(new Set(['first']));
  expect(textsOf('two.js')).toEqual(OUTPUTS.map(() => 'second'));
  expect(readdirSync(join(root, '.build')).filter((name) => !name.startsWith('lock'))).toEqual([]);
});

test('of two concurrent builds the second waits, and then has nothing left to do', async () => {
  const one = await beginHalf('second');
  const other = build();
  write('verdict', 'go');
  const exitCodes = await Promise.all([ended(one), ended(other)]);

  expect(exitCodes).toEqual([0, 0]);
  expect(textsOf('two.js')).toEqual(OUTPUTS.map(() => 'second'));
  expect(read('steps').trim().split('\n')).toEqual(['compile', 'bundle', 'compile', 'bundle']);
});

test('unchanged output of the compiler is kept', async () => {
  write('gateway/src/main.ts', 'second');
  await ended(build());

  expect(read('gateway/dist/two.js')).toBe('second');
  expect(read('gateway/dist/three.js')).toBe('first');
});

test('chunks of an earlier build are kept for processes that still run from them', async () => {
  write('gateway/src/main.ts', 'second');
  await ended(build());

  expect(read('dist/three.js')).toBe('first');
});

test('chunks of a week ago are not kept', async () => {
  const aWeekAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1_000);
  utimesSync(join(root, 'dist/three.js'), aWeekAgo, aWeekAgo);
  write('gateway/src/main.ts', 'second');
  await ended(build());

  expect(existsSync(join(root, 'dist/three.js'))).toBe(false);
});

test('a first build also works on a Node without SQLite', async () => {
  rmSync(join(root, '.build'), { recursive: true });
  write('gateway/src/main.ts', 'second');

  expect(await ended(build('--no-experimental-sqlite'))).toBe(0);
  expect(read('gateway/dist/two.js')).toBe('second');
});
