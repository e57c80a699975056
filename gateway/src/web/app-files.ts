import { readFileSync } from 'node:fs';
import { type Document, textDocument } from '@svc/http-host/discovery/document';
import { html } from '@svc/http-host/pages/html';
import type { RequestHandler } from 'express';
import type { Theme } from '../http/theme.js';
import { keepAssets } from './app-assets.js';

/** The output of the app's build. */
const FOLDER = new URL('../../web/dist/app/', import.meta.url);

/** Caching for a day, because the names of these files are stable. */
export const BRAND_CACHING = 'public, max-age=86400';

/** The start page of the app, one for each theme, so that the colors need no script. */
export type Shells = Readonly<Record<Theme, Document>>;

export interface AppFiles {
  /** For visitors who are not signed in. */
  readonly signInShells: Shells;
  /** For signed-in users: with preloads of the first page's scripts, which the browser would otherwise discover late. */
  readonly shells: Shells;
  /** Scripts, styles and fonts; their names change with their content. */
  readonly assets: RequestHandler;
  /** Pictures of the product, whose names are stable. */
  readonly brand: RequestHandler;
}

/** Reads the build. Throws when it has not run. */
export function readAppFiles(appName: string): AppFiles {
  const page = readFileSync(new URL('index.html', FOLDER), 'utf8').replaceAll(
    '{{appName}}',
    html`${appName}`.toString(),
  );
  const { reads, scripts } = readFirstScripts();
  const withFirst = page
    .replace('<script ', `${[...reads.needed.map(preloading), running(reads.file)].join('')}<script `)
    .replace('</head>', `${scripts.map(preloading).join('')}</head>`);
  return {
    signInShells: shellsOf(page),
    shells: shellsOf(withFirst),
    assets: keepAssets(new URL('assets/', FOLDER), 'public, max-age=31536000, immutable'),
    brand: keepAssets(new URL('brand/', FOLDER), BRAND_CACHING),
  };
}

function shellsOf(page: string): Shells {
  const shellOf = (theme: Theme): Document =>
    textDocument('/', theme === 'system' ? page : page.replace('<html ', `<html data-theme="${theme}" `), 'text/html');
  return { system: shellOf('system'), light: shellOf('light'), dark: shellOf('dark') };
}

function preloading(file: string): string {
  return `  <link rel="modulepreload" crossorigin href="/${file}">\n  `;
}

/** Runs a script as soon as it loads, without waiting for styles and other scripts. */
function running(file: string): string {
  return `  <script type="module" async crossorigin src="/${file}"></script>\n    `;
}

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

interface FirstScripts {
  /** The script that fetches the initial data of a page, and its imports. */
  readonly reads: { readonly file: string; readonly needed: readonly string[] };
  /** Files of the chunk that the build calls `first`, and of its imports; the page has the entry itself. */
  readonly scripts: readonly string[];
}

function readFirstScripts(): FirstScripts {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', FOLDER), 'utf8')) as Record<string, Chunk>;
  const first = Object.values(manifest).find(({ name }) => name === 'first');
  const reads = manifest['src/loading/first-reads.ts'];
  if (!first || !reads) throw new Error('The built app has no chunk named first, or no script of first reads.');
  const importsOf = ({ imports = [] }: Chunk): string[] =>
    imports.flatMap((key) => manifest[key] ?? []).flatMap(({ file, isEntry }) => (isEntry === true ? [] : [file]));
  const needed = importsOf(reads);
  const scripts = [first.file, ...importsOf(first)].filter((file) => !needed.includes(file));
  return { reads: { file: reads.file, needed }, scripts };
}
