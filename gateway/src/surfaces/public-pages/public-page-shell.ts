import { html, ownHtml, type Html } from '@svc/chassis/http/html';
import { createPageShell, type PageShell } from '@svc/chassis/http/page-shell';
import { marked } from 'marked';
import { fill, PUBLIC_PAGES } from './pages.js';

const CSS = `
:root { color-scheme: light dark; }
body { font: 17px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 0 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 2rem; line-height: 1.2; }
h2 { margin-top: 2rem; font-size: 1.3rem; }
h3 { margin-top: 1.5rem; font-size: 1.1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; padding: 0.75rem 0; margin: 0; }
nav a { display: inline-block; padding: 0.35rem 0; }
a { color: inherit; text-underline-offset: 0.2em; }
a[aria-current] { font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid #0969da; outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0; padding: 0.5rem; background: Canvas; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th { overflow-wrap: normal; }
td:first-child { width: 50%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.6rem; border-bottom: 1px solid #8c959f; }
code { font: 0.9em ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid #8c959f; }
footer { margin-top: 3rem; border-top: 1px solid #8c959f; }
`;

/** Pages that search engines may keep. */
export const INDEXED_SHELL = createPageShell(CSS, { showsImages: false, isIndexed: true });

/** Pages in the same clothes that they may not. */
export const DOCS_SHELL = createPageShell(CSS, { showsImages: false, isIndexed: false });

/** HTML of a text of our own in Markdown; what stands for `{{name}}` in it comes from elsewhere. */
export function renderMarkdown(text: string, values: Readonly<Record<string, string>>): Html {
  const rendered = marked.parse(text, { async: false });
  return ownHtml(fill(rendered, (name) => html`${values[name]}`.toString()));
}

/** A whole page: its content between the ways to the others. */
export function renderPage(
  shell: PageShell,
  { appName, path, title, content }: { appName: string; path: string; title: string; content: Html },
): string {
  const links = PUBLIC_PAGES.map((page) => {
    const current = page.path === path ? html` aria-current="page"` : undefined;
    return html`<li><a href="${page.path}"${current}>${page.title}</a></li>\n`;
  });
  return shell.render(
    path === '/welcome' ? appName : `${title} · ${appName}`,
    html`<a class="skip" href="#content">Skip to the text</a>
<header>
<nav aria-label="Pages">
<ul>
${links}</ul>
</nav>
</header>
<main id="content">
${content}</main>
<footer>
<p><a href="/docs/agents">For agents</a> · <a href="/docs/api">API documentation</a></p>
</footer>`,
  );
}
