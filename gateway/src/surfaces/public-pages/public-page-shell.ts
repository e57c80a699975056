import { type Html, html, ownHtml } from '@svc/http-host/pages/html';
import { brand, type Width } from '@svc/http-host/pages/page-look';
import type { PageShell } from '@svc/http-host/pages/page-shell';
import { marked } from 'marked';
import { withBreakableCode } from '../pages/breakable.js';
import { openGraph } from '../pages/shell.js';
import { entranceOf, fill, PUBLIC_PAGES, type PublicPage, type Visitor } from './pages.js';

/** Trusted HTML of our own Markdown; only values of `{{name}}` in it are external. */
export function renderMarkdown(text: string, values: Readonly<Record<string, string>>): Html {
  const rendered = withBreakableCode(marked.parse(text, { async: false }));
  return ownHtml(fill(rendered, (name) => html`${values[name]}`.toString()));
}

interface PublicPageParts {
  readonly appName: string;
  readonly path: string;
  readonly title: string;
  readonly content: Html;
  /** Address at which guests create short links. */
  readonly shortenerOrigin: string;
  /** For search engines. */
  readonly description?: string;
  /** The installation's address, if known. */
  readonly publicOrigin?: string | undefined;
  /** The width of text when unset. */
  readonly width?: Width;
  /** A guest when unset. */
  readonly visitor?: Visitor;
}

/** A whole page: its content between the links to the others. */
export function renderPage(
  shell: PageShell,
  { appName, path, title, content, shortenerOrigin, description, publicOrigin, ...rest }: PublicPageParts,
): string {
  const { width = 'text', visitor = 'guest' } = rest;
  const entrance = entranceOf(visitor);
  const linksTo = (place: PublicPage['place']): Html[] =>
    PUBLIC_PAGES.filter((page) => page.place === place).map((page) => {
      const current = page.path === path ? html` aria-current="page"` : undefined;
      return html`<li><a href="${page.path}"${current}>${page.title}</a></li>\n`;
    });
  const name = path === '/welcome' ? appName : `${title} · ${appName}`;
  return shell.render(
    name,
    html`<a class="skip" href="#content">Skip to content</a>
<header class="top ${width}">
${brand(appName, '/welcome')}
<nav aria-label="Pages">
<ul>
${linksTo('head')}</ul>
</nav>
<a class="button" href="${entrance.path}">${entrance.label}</a>
</header>
<main id="content" class="${width}">
${content}</main>
<footer class="end ${width}">
<nav aria-label="More pages">
<ul>
${linksTo('foot')}<li><a href="${shortenerOrigin}/">Short links</a></li>
<li><a href="/docs/agents">For agents</a></li>
<li><a href="/docs/api">API documentation</a></li>
</ul>
</nav>
</footer>`,
    { ...(description !== undefined && { description }), head: openGraph(appName, name, publicOrigin, description) },
  );
}
