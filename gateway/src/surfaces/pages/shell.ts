import { existsSync, readdirSync } from 'node:fs';
import { type Html, html } from '@svc/http-host/pages/html';
import { fontFace, ICONS, PAGE_CSS } from '@svc/http-host/pages/page-look';
import { createPageShell } from '@svc/http-host/pages/page-shell';
import { COPY_SCRIPT } from './copy-script.js';

/** Path of the app's font, with its built file name. */
function appFont(): string {
  const folder = new URL('../../../web/dist/app/assets/', import.meta.url);
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^inter-latin-wght.*\.woff2$/.test(name));
  return file ? fontFace(`/assets/${file}`) : '';
}

const APP_ICONS = html`${ICONS}<link rel="apple-touch-icon" href="/brand/apple-touch-icon.png">
`;

const options = { hasFonts: true, icons: APP_ICONS };
const css = appFont() + PAGE_CSS;

/** The pages of the main host. */
export const SHELL = createPageShell(css, { ...options, isIndexed: false });

/** The shell of guides, whose blocks of code are copied. */
export const GUIDE_SHELL = createPageShell(css, { ...options, isIndexed: false, script: COPY_SCRIPT });

/** The shell of pages that search engines may index. */
export const INDEXED_SHELL = createPageShell(css, { ...options, isIndexed: true });

/** Link preview on other sites: the page's title and the product's picture, the same for all pages. */
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
