import { readFileSync } from 'node:fs';
import { html } from '@svc/chassis/http/html';
import { textDocument, type Document } from '@svc/chassis/discovery/document';
import type { RequestHandler } from 'express';
import type { Theme } from '../http/theme.js';
import { keepAssets } from './app-assets.js';

/** What the build of the app has left. */
const FOLDER = new URL('../../web/dist/app/', import.meta.url);

/** A page in which the app starts, one for each theme: no script has to run for the right colours. */
export type Shells = Readonly<Record<Theme, Document>>;

export interface AppFiles {
  /** For whoever is not signed in. */
  readonly signInShells: Shells;
  /** For everybody else: these name the scripts of the first page, so that the browser need not run one to hear of the next. */
  readonly shells: Shells;
  /** Scripts, styles and fonts; their names change with their content. */
  readonly assets: RequestHandler;
  /** Mark and pictures of the product, whose names stay. */
  readonly brand: RequestHandler;
}

/** Reads what the build has made. Throws when it has not run. */
export function readAppFiles(appName: string): AppFiles {
  const page = readFileSync(new URL('index.html', FOLDER), 'utf8').replaceAll(
    '{{appName}}',
    html`${appName}`.toString(),
  );
  const withFirst = page.replace('</head>', `${listFirstScripts().map(preloading).join('')}</head>`);
  return {
    signInShells: shellsOf(page),
    shells: shellsOf(withFirst),
    assets: keepAssets(new URL('assets/', FOLDER), 'public, max-age=31536000, immutable'),
    brand: keepAssets(new URL('brand/', FOLDER), 'public, max-age=86400'),
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

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/** Files of the chunk that the build calls `first`, and of those that it needs; the page has the entry itself. */
function listFirstScripts(): string[] {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', FOLDER), 'utf8')) as Record<string, Chunk>;
  const first = Object.values(manifest).find(({ name }) => name === 'first');
  if (!first) throw new Error('The build of the app has no chunk that is called first.');
  const needed = (first.imports ?? []).flatMap((key) => manifest[key] ?? []).filter(({ isEntry }) => isEntry !== true);
  return [first, ...needed].map(({ file }) => file);
}
