/** Sizes of the built app, from Vite's manifest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ROOT } from '@svc/scripts/stack/paths';

const FOLDER = join(ROOT, 'gateway/web/dist/app');

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const ENTRY = 'index.html';

export interface Bundle {
  /** Scripts of Today for a signed-in user, including the shared frame. */
  readonly todayScripts: ReadonlySet<string>;
  readonly loginScripts: ReadonlySet<string>;
  /** Modules of the other pages and panels, with the scripts that each adds to those of Today. */
  readonly pages: ReadonlyMap<string, readonly string[]>;
  readonly styles: ReadonlySet<string>;
  /** Font files that a reader of Latin script loads. */
  readonly latinFonts: readonly string[];
}

export function readBundle(): Bundle {
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>;
  const scriptsOf = (...keys: readonly string[]): Set<string> => {
    const scripts = new Set<string>();
    const add = (key: string): void => {
      const chunk = manifest[key];
      if (!chunk || scripts.has(chunk.file)) return;
      scripts.add(chunk.file);
      for (const imported of chunk.imports ?? []) add(imported);
    };
    for (const key of keys) add(key);
    return scripts;
  };
  const files = Object.values(manifest).map(({ file }) => file);
  const first = Object.keys(manifest).filter((key) => manifest[key]?.name === 'first');
  const todayScripts = scriptsOf(ENTRY, ...first);
  const pages = Object.keys(manifest).filter((key) => /-(page|panel)\.tsx$/.test(key));
  return {
    todayScripts,
    loginScripts: scriptsOf(ENTRY, 'src/sign-in/login-page.tsx'),
    pages: new Map(pages.map((page) => [page, [...scriptsOf(page)].filter((file) => !todayScripts.has(file))])),
    styles: new Set(Object.values(manifest).flatMap(({ css = [] }) => css)),
    latinFonts: files.filter((file) => /inter-latin-wght-normal/.test(file)),
  };
}

export const gzipped = (files: Iterable<string>): number =>
  sum(files, (file) => gzipSync(read(file), { level: 9 }).length);

export const brotlied = (files: Iterable<string>): number =>
  sum(files, (file) => brotliCompressSync(read(file)).length);

/** Bytes of files sent uncompressed. */
export const bare = (files: Iterable<string>): number => sum(files, (file) => read(file).length);

/** The page that adds the most to Today, by gzipped size. */
export function heaviestPage({ pages }: Bundle): { page: string; bytes: number } {
  const added = [...pages].map(([page, scripts]) => ({ page, bytes: gzipped(scripts) }));
  return added.toSorted((one, other) => other.bytes - one.bytes)[0] ?? { page: 'none', bytes: NaN };
}

function read(file: string): Buffer {
  return readFileSync(join(FOLDER, file));
}

function sum(files: Iterable<string>, sizeOf: (file: string) => number): number {
  return [...files].reduce((total, file) => total + sizeOf(file), 0);
}
