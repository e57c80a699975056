import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html } from '@svc/chassis/http/html';
import { textDocument, type Document } from '@svc/chassis/discovery/document';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import type { Theme } from '../http/theme.js';

/** What the build of the app has left. */
const FOLDER = new URL('../../web/dist/app/', import.meta.url);

export interface AppFiles {
  /** The page in which the app starts, one for each theme: no script has to run for the right colours. */
  readonly shells: Readonly<Record<Theme, Document>>;
  /** Scripts, styles and fonts; their names change with their content. */
  readonly assets: RequestHandler;
}

/** Reads what the build has made. Throws when it has not run. */
export function readAppFiles(appName: string): AppFiles {
  const page = readFileSync(new URL('index.html', FOLDER), 'utf8').replaceAll(
    '{{appName}}',
    html`${appName}`.toString(),
  );
  const shellOf = (theme: Theme): Document =>
    textDocument('/', theme === 'system' ? page : page.replace('<html ', `<html data-theme="${theme}" `), 'text/html');
  return {
    shells: { system: shellOf('system'), light: shellOf('light'), dark: shellOf('dark') },
    assets: sirv(fileURLToPath(new URL('assets/', FOLDER)), {
      brotli: true,
      gzip: true,
      immutable: true,
      maxAge: 31_536_000,
    }),
  };
}
