import { createHash } from 'node:crypto';
import { type Html, html, scriptElement, styleElement } from './html.js';

/** Differences between pages of one shell. */
interface PageLook {
  /** Colors: the system's, unless the visitor has chosen. */
  readonly theme?: 'system' | 'light' | 'dark';
  /** Description in search results. */
  readonly description?: string;
  /** Additional elements of the head, such as metadata for links to the page. */
  readonly head?: Html;
}

/** Common parts of a host's pages. */
export interface PageShell {
  /** Value of `Content-Security-Policy`: allows the page's own style, script and forms, and no other sources or frames. */
  readonly csp: string;
  /** Renders a whole page; its body must contain `main`. */
  readonly render: (title: string, body: Html, look?: PageLook) => string;
}

interface ShellOptions {
  /** Lets search engines index the pages. */
  readonly isIndexed: boolean;
  /** Lets pages use fonts of their host, which `css` names. */
  readonly hasFonts?: boolean;
  /** Links to the host's icons. */
  readonly icons?: Html;
  /** Runs at the end of every page; pages must work without it. */
  readonly script?: string;
}

/** `css` and `script` are our own; images come from the pages' own host. */
export function createPageShell(css: string, options: ShellOptions): PageShell {
  const robots = options.isIndexed ? undefined : html`<meta name="robots" content="noindex, nofollow">\n`;
  const style = styleElement(css);
  const { script } = options;
  const scripts = script === undefined ? '' : `script-src ${hashOf(script)}; `;
  return {
    csp:
      `default-src 'none'; style-src ${hashOf(css)}; ${scripts}img-src 'self'; ${options.hasFonts ? "font-src 'self'; " : ''}` +
      "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    render: (title, body, { theme = 'system', description, head } = {}) =>
      html`<!doctype html>
<html lang="en"${theme === 'system' ? undefined : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${robots}<title>${title}</title>
${description === undefined ? undefined : html`<meta name="description" content="${description}">\n`}${options.icons}${head}${style}
</head>
<body>
${body}
${script === undefined ? undefined : html`${scriptElement(script)}\n`}</body>
</html>
`.toString(),
  };
}

/** Returns a policy source that allows exactly this text. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
