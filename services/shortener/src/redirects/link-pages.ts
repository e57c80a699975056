import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { domainToUnicode } from 'node:url';
import { html } from '@svc/http-host/pages/html';
import { headerList } from '../http/host-headers.js';
import { htmlPage, PAGE_CSP } from '../http/html-page.js';

type Answer = (request: IncomingMessage, response: ServerResponse, commonHeaders: readonly string[]) => void;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly headers?: readonly string[];
}

/** 404: the link never existed. */
export const answerUnknown: Answer = refusal({
  status: 404,
  code: 'not_found',
  title: 'Link not found',
  message: 'Check the address. A letter may be missing.',
});

/** 410: the link has expired, was disabled or deleted, or is a flagged photo. */
export const answerGone: Answer = refusal({
  status: 410,
  code: 'gone',
  title: 'This link no longer works',
  message: 'It has expired or was withdrawn. Ask the person who shared it for a new one.',
});

/** 503: the link is not cached, and no store is available. */
export const answerUnavailable: Answer = refusal({
  status: 503,
  code: 'unavailable',
  title: "This link can't be opened right now",
  message: 'Try again in a moment.',
  headers: ['Retry-After', '1'],
});

const WARNING = 'This link leads to a page reported as harmful. It may try to steal passwords or install software.';

/** 200: the target is flagged as harmful; a visitor can still open it manually. */
export function answerWarning(
  request: IncomingMessage,
  response: ServerResponse,
  targetUrl: string,
  commonHeaders: readonly string[],
): void {
  if (wantsJson(request)) {
    const warning = { code: 'harmful_target', message: WARNING, targetUrl };
    sendJson(request, response, 200, { warning }, commonHeaders);
    return;
  }
  const { hostname } = new URL(targetUrl);
  const host = domainToUnicode(hostname) || hostname;
  const body = html`<p>${WARNING}</p>
<p class="host">${host}</p>
<p><code>${targetUrl}</code></p>
<p><a class="button main" href="/">Back to safety</a></p>
<p>If you trust it, <a href="${targetUrl}" rel="noopener noreferrer nofollow">open it anyway</a>.</p>`;
  sendPage(request, response, 200, htmlPage('Be careful with this link', body), commonHeaders);
}

/** Writes JSON, without its body for HEAD. */
function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: object,
  headers: readonly string[],
): void {
  const body = Buffer.from(JSON.stringify(value));
  const own = headerList({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept',
  });
  response.writeHead(status, [...own, ...headers]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Writes a page of this host, without its body for HEAD. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  page: string,
  headers: readonly string[],
): void {
  const body = Buffer.from(page);
  const own = headerList({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(body.length),
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': PAGE_CSP,
    'Referrer-Policy': 'no-referrer',
    Vary: 'Accept',
  });
  response.writeHead(status, [...own, ...headers]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A page for browsers, and the error envelope of the API for clients that accept JSON. */
function refusal({ status, code, title, message, headers = [] }: Refusal): Answer {
  const page = htmlPage(title, html`<p>${message}</p>`);
  return (request, response, commonHeaders) => {
    const all = [...commonHeaders, ...headers];
    if (!wantsJson(request)) {
      sendPage(request, response, status, page, all);
      return;
    }
    const error = { code, message: `${title}. ${message}`, details: [], requestId: randomUUID() };
    sendJson(request, response, status, { error }, [...headerList({ 'X-Request-Id': error.requestId }), ...all]);
  };
}

function wantsJson({ headers }: IncomingMessage): boolean {
  const { accept = '' } = headers;
  return accept.includes('application/json') && !accept.includes('text/html');
}
