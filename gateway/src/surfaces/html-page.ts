import escapeHtml from 'escape-html';
import type { Response } from 'express';

/**
 * Headers of a page that is made on the server: no scripts, nothing from elsewhere, in no frame and no cache. `referrerPolicy` says
 * to whom the browser names the address of the page.
 */
export function setPageHeaders(response: Response, referrerPolicy: 'no-referrer' | 'same-origin'): void {
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Referrer-Policy', referrerPolicy);
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  response.type('html');
}

/** A whole page around a body that is HTML already. */
export function htmlPage(appName: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(appName)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: 0.4rem 0.6rem; border-bottom: 1px solid #d8dee4; vertical-align: top; overflow-wrap: anywhere; }
th { width: 12rem; font-weight: 600; }
.short { white-space: nowrap; }
.large { font-size: 1.75rem; overflow-wrap: anywhere; }
.notice { border-left: 4px solid #bf3989; padding: 0.4rem 1rem; }
button { font: inherit; padding: 0.4rem 1rem; }
input { font: inherit; padding: 0.35rem; }
</style>
</head>
<body>
${body}
</body>
</html>
`;
}
