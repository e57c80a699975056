import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../scripts/stack/paths.ts';

const FOLDER = join(ROOT, 'gateway/web/dist/app');
const KB = 1_000;

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const read = (file: string): Buffer => readFileSync(join(FOLDER, file));
const gzipped = (files: Iterable<string>): number => sum(files, (file) => gzipSync(read(file), { level: 9 }).length);
const brotlied = (files: Iterable<string>): number => sum(files, (file) => brotliCompressSync(read(file)).length);

function sum(files: Iterable<string>, sizeOf: (file: string) => number): number {
  return [...files].reduce((total, file) => total + sizeOf(file), 0);
}

/** Scripts that have to be there for these modules to run. */
function scriptsOf(...names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const name of names) add(name);
  return files;
}

const ENTRY = 'index.html';
const FRAME = 'src/shell/app-frame.tsx';
const TODAY = 'src/today/today-page.tsx';
const LOGIN = 'src/sign-in/login-page.tsx';

test('Today, signed in, needs no more script than it may', () => {
  const scripts = scriptsOf(ENTRY, FRAME, TODAY);

  expect(gzipped(scripts)).toBeLessThanOrEqual(165 * KB);
  expect(brotlied(scripts)).toBeLessThanOrEqual(145 * KB);
});

test('signing in needs less', () => {
  expect(gzipped(scriptsOf(ENTRY, LOGIN))).toBeLessThanOrEqual(115 * KB);
});

test('no page adds more than 60 kB to what is there with the frame', () => {
  const there = scriptsOf(ENTRY, FRAME);
  const pages = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx'));
  const added = pages.map((name) => [name, gzipped([...scriptsOf(name)].filter((file) => !there.has(file)))] as const);

  expect(added.length).toBeGreaterThan(3);
  expect(added.filter(([, bytes]) => bytes > 60 * KB)).toEqual([]);
});

test('styles and the font of a Latin reader are small', () => {
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
  const fonts = Object.values(manifest).map(({ file }) => file);
  const latin = fonts.filter((file) => /inter-latin-wght-normal/.test(file));

  expect(gzipped(styles)).toBeLessThanOrEqual(12 * KB);
  expect(latin).toHaveLength(1);
  expect(sum(latin, (file) => read(file).length)).toBeLessThanOrEqual(50 * KB);
});
