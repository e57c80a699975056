import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { html, type Html } from '@svc/chassis/http/html';
import { createPageShell } from '@svc/chassis/http/page-shell';

const WEB = new URL('../../../web/', import.meta.url);

/** Colours and measures of the app, and how pages without scripts use them. */
const CSS = ['tokens.css', 'pages.css'].map((name) => readFileSync(new URL(`shared/${name}`, WEB), 'utf8')).join('');

/** The app's font, as the build has named it; a page in another language than English falls back on one of the system. */
function fontFace(): string {
  const folder = new URL('dist/app/assets/', WEB);
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^inter-latin-wght.*\.woff2$/.test(name));
  return file
    ? `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(/assets/${file}) format('woff2')}\n`
    : '';
}

const ICONS = html`<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/brand/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/brand/apple-touch-icon.png">
`;

const options = { hasFonts: true, icons: ICONS };
const css = fontFace() + CSS;

/** The pages of the main host. */
export const SHELL = createPageShell(css, { ...options, isIndexed: false });

/** The same for pages that search engines may keep. */
export const INDEXED_SHELL = createPageShell(css, { ...options, isIndexed: true });

/** How wide the content of a page is: a form, a text to be read, or tables and pictures. */
export type Width = 'narrow' | 'text' | 'wide';

/** The name of the product with its mark, as a link. */
export function brand(appName: string, path: string): Html {
  return html`<a class="brand" href="${path}"><img src="/brand/icon.svg" alt="" width="24" height="24">${appName}</a>`;
}

/** What other sites show of a link to a page: its title and the picture of the product, which is the same for all. */
export function openGraph(appName: string, title: string, appOrigin: string | undefined, description?: string): Html {
  const image =
    appOrigin === undefined
      ? undefined
      : html`<meta property="og:image" content="${appOrigin}/brand/open-graph.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
`;
  return html`<meta property="og:site_name" content="${appName}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
${description === undefined ? undefined : html`<meta property="og:description" content="${description}">\n`}${image}`;
}

/** A page's content below the name of the product, which leads to where everybody begins. */
export function framed(appName: string, width: Width, content: Html): Html {
  return html`<header class="top ${width}">${brand(appName, '/')}</header>
<main class="${width}">
${content}
</main>`;
}
