/** Shared look of server-rendered pages and the app: colors and measures, the product's logo, and its font. */
import { readFileSync } from 'node:fs';
import { type Document, fileDocument } from '../discovery/document.js';
import { type Html, html } from './html.js';

const FOLDER = new URL('../../look/', import.meta.url);

const read = (name: string): Buffer => readFileSync(new URL(name, FOLDER));

/** The style of every page, without its font. */
export const PAGE_CSS = `${read('tokens.css').toString()}${read('pages.css').toString()}`;

/** Files that a host serves for `ICONS` and `brand`. */
export const MARK_FILES: readonly Document[] = [
  fileDocument('/brand/icon.svg', 'image/svg+xml', read('icon.svg')),
  // Browsers request it without a link, next to every page.
  fileDocument('/favicon.ico', 'image/x-icon', read('favicon.ico')),
];

/** Links to the icons, for the head of a page. */
export const ICONS: Html = html`<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/brand/icon.svg" type="image/svg+xml">
`;

/** Returns the CSS for the font of the pages, served at a path of the host; scripts other than Latin use a system font. */
export function fontFace(path: string): string {
  return `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(${path}) format('woff2')}\n`;
}

/** Returns the font file, for a host without the app. */
export function fontFile(path: string): Document {
  const file = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  return fileDocument(path, 'font/woff2', readFileSync(new URL(file)));
}

/** Width of a page's content: a form, text, or tables and pictures. */
export type Width = 'narrow' | 'text' | 'wide';

/** Returns the name of the product with its logo, as a link. */
export function brand(appName: string, path: string): Html {
  return html`<a class="brand" href="${path}"><img src="/brand/icon.svg" alt="" width="24" height="24">${appName}</a>`;
}

/** Returns a page's content below the product's name, which links to the start page. */
export function framed(appName: string, width: Width, content: Html): Html {
  return html`<header class="top ${width}">${brand(appName, '/')}</header>
<main class="${width}">
${content}
</main>`;
}
