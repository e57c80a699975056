import type { Document } from '@svc/http-host/discovery/document';
import { type Html, html } from '@svc/http-host/pages/html';
import { fontFace, fontFile, framed, ICONS, MARK_FILES, PAGE_CSS, type Width } from '@svc/http-host/pages/page-look';
import { createPageShell } from '@svc/http-host/pages/page-shell';

const FONT_PATH = '/brand/inter.woff2';

/** Copies the field named by a button's `data-copy`. Without scripts these buttons stay hidden, and the field can be selected. */
const COPY_SCRIPT = `
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    const isCopied = navigator.clipboard
      ? await navigator.clipboard.writeText(field.value).then(() => true, () => false)
      : document.execCommand('copy');
    button.nextElementSibling.textContent = isCopied ? 'Copied' : 'Press Ctrl+C to copy';
  });
}
`;

const LOOK = { isIndexed: true, hasFonts: true, icons: ICONS };
const CSS = fontFace(FONT_PATH) + PAGE_CSS;

/** Shell of link pages, which run no script. */
const SHELL = createPageShell(CSS, LOOK);
const COPYING_SHELL = createPageShell(CSS, { ...LOOK, script: COPY_SCRIPT });

export const PAGE_CSP = SHELL.csp;
export const COPYING_PAGE_CSP = COPYING_SHELL.csp;

/** The assets that the pages load from this host. */
export const PAGE_FILES: readonly Document[] = [...MARK_FILES, fontFile(FONT_PATH)];

/** A page with a heading, in the product's style. */
export function htmlPage(title: string, body: Html, width: Width = 'narrow'): string {
  return SHELL.render(title, withHeading(title, body, width));
}

/** A page with copy buttons, under COPYING_PAGE_CSP. */
export function copyingPage(title: string, body: Html): string {
  return COPYING_SHELL.render(title, withHeading(title, body, 'narrow'));
}

function withHeading(title: string, body: Html, width: Width): Html {
  return framed('Short links', width, html`<h1>${title}</h1>\n${body}`);
}

/** A text in a field with a copy button. */
export function copyField(id: string, label: string, value: string): Html {
  return html`<p class="row"><label>${label} <input id="${id}" value="${value}" readonly></label>
<button type="button" data-copy="${id}" hidden>Copy</button> <span role="status" class="soft"></span></p>`;
}
