import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';

const STYLE = `
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
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** What a page of this host may do: show itself and images of this host, and send its own forms. No scripts. */
export const PAGE_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page with a heading; `body` is HTML whose texts are escaped already. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}
