import { readFileSync } from 'node:fs';
import { html, type Html } from '@svc/chassis/http/html';
import { createPageShell } from '@svc/chassis/http/page-shell';

/** Colours and measures of the app, and how pages without scripts use them. */
const CSS = ['tokens.css', 'pages.css']
  .map((name) => readFileSync(new URL(`../../../web/shared/${name}`, import.meta.url), 'utf8'))
  .join('');

/** The pages of the main host. */
export const SHELL = createPageShell(CSS, { showsImages: false, isIndexed: false });

/** The same for pages that show images of this host. */
export const SHELL_WITH_IMAGES = createPageShell(CSS, { showsImages: true, isIndexed: false });

/** The same for pages that search engines may keep. */
export const INDEXED_SHELL = createPageShell(CSS, { showsImages: false, isIndexed: true });

/** How wide the content of a page is: a form, a text to be read, or tables and pictures. */
export type Width = 'narrow' | 'text' | 'wide';

/** A page's content below the name of the product, which leads to where everybody begins. */
export function framed(appName: string, width: Width, content: Html): Html {
  return html`<header class="top ${width}"><a class="brand" href="/">${appName}</a></header>
<main class="${width}">
${content}
</main>`;
}
