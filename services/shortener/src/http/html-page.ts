import { html, type Html } from '@svc/chassis/http/html';
import { createPageShell } from '@svc/chassis/http/page-shell';

const SHELL = createPageShell(
  `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
img { max-width: 100%; height: auto; }
code, .address { font: 1rem ui-monospace, monospace; overflow-wrap: anywhere; }
.host { font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
form { display: flex; gap: 0.5rem; flex-wrap: wrap; margin: 1rem 0; }
input { font: inherit; padding: 0.5rem; flex: 1 1 18rem; }
button { font: inherit; padding: 0.5rem 1rem; }
a { color: inherit; }
`,
  { isIndexed: true },
);

export const PAGE_CSP = SHELL.csp;

/** A page with a heading. */
export function htmlPage(title: string, body: Html): string {
  return SHELL.render(
    title,
    html`<main>
<h1>${title}</h1>
${body}
</main>`,
  );
}
