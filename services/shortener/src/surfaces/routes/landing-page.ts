import { AppError } from '@svc/chassis/errors/app-error';
import { noteOperation, requestIdOf } from '@svc/chassis/http/begin-request';
import { retryHeaders, setHeaders } from '@svc/chassis/http/error-answer';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { html, type Html } from '@svc/chassis/http/html';
import { readForm } from '@svc/chassis/http/read-body';
import express, { type Request, type Response, type Router } from 'express';
import { htmlPage, PAGE_CSP } from '../../http/html-page.js';
import { FAMILY } from './family.js';
import type { HostParts } from '../calls/host-parts.js';
import { createLink } from '../operations/create-link.js';
import { runHostOperation } from '../calls/run-host-operation.js';

/** Bytes of the largest form. */
const FORM_BYTES_MAX = 32_768;

/** Browsers ask for it on their own, beside every page. */
const ICON_PATH = '/favicon.ico';

/** Paths of `landingPage`. */
export const LANDING_PATHS: readonly string[] = ['/', ICON_PATH];

interface LandingPageOptions {
  readonly parts: HostParts;
  readonly addressOf: (request: Request) => string;
}

interface Made {
  readonly shortUrl: string;
  readonly shortId: string;
  readonly claimToken: string;
}

/** The page at `/`: what this host is, and a form for guests that makes plain links with the operation that the API has. */
export function landingPage({ parts, addressOf }: LandingPageOptions): Router {
  const routes = express.Router({ strict: true });
  routes.get(ICON_PATH, (_request, response) => void response.status(204).end());
  routes.get('/', (_request, response) => send(response, 200, form(parts)));
  routes.post('/', (request, response) => make(request, response));
  return routes;

  async function make(request: Request, response: Response): Promise<void> {
    noteOperation(response, createLink.name, undefined);
    const { url } = await readForm(request, FORM_BYTES_MAX);
    const call = {
      caller: { kind: 'guest' },
      requestId: requestIdOf(response),
      clientAddress: addressOf(request),
      setHeader: (name: string, value: string) => void response.setHeader(name, value),
    } as const;
    try {
      const given = { url: typeof url === 'string' ? url.trim() : url };
      const { output } = await runHostOperation(createLink, given, call, parts);
      send(response, 201, result(output as Made, parts));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setHeaders(response, retryHeaders(error));
      const problem = html`<p role="alert"><strong>${error.message}</strong></p>`;
      send(response, HTTP_STATUS[error.kind], html`${problem}${form(parts, typeof url === 'string' ? url : '')}`);
    }
  }

  function send(response: Response, status: number, body: Html): void {
    response.status(status);
    response.setHeader('Content-Security-Policy', PAGE_CSP);
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.type('html').end(htmlPage(`${parts.appName} short links`, body));
  }
}

function form({ baseUrl, limits: { described } }: HostParts, url = ''): Html {
  const { perHour, perDay } = described.guestLimits;
  return html`<p>Paste an address and get a short one. No account needed: ${perHour} links an hour, ${perDay} a day.</p>
<form method="post" action="/">
<input name="url" type="url" required maxlength="8192" placeholder="https://example.com/a/long/address" aria-label="Address" value="${url}">
<button>Shorten</button>
</form>
<p>Agents sign in with the device flow and get names of their own, photos and statistics:
<a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">OpenAPI</a>, <a href="/.well-known/agent-skills/shortener/SKILL.md">skill</a>.
People find everything else at <a href="${baseUrl}">${new URL(baseUrl).host}</a>.</p>`;
}

function result({ shortUrl, shortId, claimToken }: Made, { addresses }: HostParts): Html {
  return html`<p>Your short link:</p>
<p class="host"><a href="${shortUrl}">${shortUrl}</a></p>
<p><img src="${FAMILY.api}/links/${shortId}/qr" alt="QR code of the short link" width="200" height="200"></p>
<p>To take it back later, keep this token; it is shown only now:</p>
<p><code>${claimToken}</code></p>
<p><code>curl -X DELETE ${addresses.origin + FAMILY.api}/links/${shortId} -H 'X-Claim-Token: ${claimToken}'</code></p>
<p><a href="/">Make another one</a></p>`;
}
