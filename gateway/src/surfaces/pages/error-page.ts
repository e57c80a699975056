import type { PageOf } from '@svc/http-host/http/answer-errors';
import { html } from '@svc/http-host/pages/html';
import { framed } from '@svc/http-host/pages/page-look';
import Negotiator from 'negotiator';
import { readTheme } from '../../http/theme.js';
import { SHELL } from './shell.js';

/** Paths below which errors are always JSON, regardless of `Accept`. */
const FOR_PROGRAMS = ['api', 'r', '.well-known', 'assets'];

/** Short descriptions of the error, by status. */
const TITLES: Readonly<Record<number, string>> = {
  404: 'Page not found',
  405: "This can't be done here",
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Temporarily unavailable',
};

/** Renders errors as pages for browsers that open a page; other clients get the JSON envelope. */
export function errorPage(appName: string): PageOf {
  return (request, { status, error: { message, requestId } }) => {
    const { method, url = '/', headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || FOR_PROGRAMS.includes(firstSegmentOf(url)) || !prefersHtml(headers.accept)) return undefined;
    const title = TITLES[status] ?? "That didn't work";
    const text = status === 404 ? 'Check the address. The page may have moved or been deleted.' : message;
    const body = html`<h1>${title}</h1>
<p>${text}</p>
<p><a href="/">Back to home</a></p>
${status >= 500 ? html`<p class="soft">Request id: <code>${requestId}</code></p>` : undefined}`;
    return {
      text: SHELL.render(`${title} · ${appName}`, framed(appName, 'narrow', body), { theme: readTheme(request) }),
      headers: { 'Content-Security-Policy': SHELL.csp, 'Referrer-Policy': 'same-origin', Vary: 'Accept, Cookie' },
    };
  };
}

function firstSegmentOf(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/')[1] ?? '';
}

function prefersHtml(accept = '*/*'): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}
