import { html, ownHtml, type Html } from '@svc/chassis/http/html';
import type { PageShell } from '@svc/chassis/http/page-shell';
import { marked } from 'marked';
import type { Width } from '../pages/shell.js';
import { fill, PUBLIC_PAGES } from './pages.js';

/** HTML of a text of our own in Markdown; what stands for `{{name}}` in it comes from elsewhere. */
export function renderMarkdown(text: string, values: Readonly<Record<string, string>>): Html {
  const rendered = marked.parse(text, { async: false });
  return ownHtml(fill(rendered, (name) => html`${values[name]}`.toString()));
}

interface PublicPageParts {
  readonly appName: string;
  readonly path: string;
  readonly title: string;
  readonly content: Html;
  /** For search engines. */
  readonly description?: string;
  /** That of a text when unset. */
  readonly width?: Width;
}

/** A whole page: its content between the ways to the others. */
export function renderPage(
  shell: PageShell,
  { appName, path, title, content, description, width = 'text' }: PublicPageParts,
): string {
  const links = PUBLIC_PAGES.map((page) => {
    const current = page.path === path ? html` aria-current="page"` : undefined;
    return html`<li><a href="${page.path}"${current}>${page.title}</a></li>\n`;
  });
  return shell.render(
    path === '/welcome' ? appName : `${title} · ${appName}`,
    html`<a class="skip" href="#content">Skip to content</a>
<header class="top ${width}">
<a class="brand" href="/welcome">${appName}</a>
<nav aria-label="Pages">
<ul>
${links}</ul>
</nav>
<a class="button" href="/login">Sign in</a>
</header>
<main id="content" class="${width}">
${content}</main>
<footer class="end ${width}">
<p><a href="/docs/agents">For agents</a> · <a href="/docs/api">API documentation</a></p>
</footer>`,
    description === undefined ? {} : { description },
  );
}
