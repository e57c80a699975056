import { runInCall } from '@svc/chassis/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import { noteOperation, requestIdOf } from '@svc/chassis/http/begin-request';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import escapeHtml from 'escape-html';
import express, { type Request, type Response, type Router } from 'express';
import { htmlPage, PAGE_CSP } from '../http/html-page.js';
import type { HostCall } from './host-call.js';
import type { HostParts } from './host-parts.js';
import { createLink } from './operations/create-link.js';
import { runHostOperation } from './run-host-operation.js';

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
  // Browsers ask for it on their own, beside every page.
  routes.get('/favicon.ico', (_request, response) => void response.status(204).end());
  routes.get('/', (_request, response) => send(response, 200, form(parts)));
  routes.post('/', express.urlencoded({ extended: false, limit: '32kb' }), (request, response) =>
    make(request, response),
  );
  return routes;

  async function make(request: Request, response: Response): Promise<void> {
    noteOperation(response, createLink.name, undefined);
    const { url } = (request.body ?? {}) as { url?: unknown };
    const context = {
      requestId: requestIdOf(response),
      operation: createLink.name,
      deadline: Date.now() + 10_000,
      signal: new AbortController().signal,
    };
    try {
      const call = guestCall(request, response, addressOf);
      const { output } = await runInCall(context, () =>
        runHostOperation(createLink, { url: typeof url === 'string' ? url.trim() : url }, call, parts),
      );
      send(response, 201, result(output as Made, parts));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
      const problem = `<p role="alert"><strong>${escapeHtml(error.message)}</strong></p>`;
      send(response, HTTP_STATUS[error.kind], problem + form(parts, typeof url === 'string' ? url : ''));
    }
  }

  function send(response: Response, status: number, body: string): void {
    response.status(status);
    response.setHeader('Content-Security-Policy', PAGE_CSP);
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.type('html').end(htmlPage(`${parts.appName} short links`, body));
  }
}

function guestCall(request: Request, response: Response, addressOf: (request: Request) => string): HostCall {
  return {
    caller: { kind: 'guest' },
    clientAddress: addressOf(request),
    expectedVersion: null,
    claimToken: undefined,
    setHeader: (name, value) => void response.setHeader(name, value),
  };
}

function form({ baseUrl, limits: { described } }: HostParts, url = ''): string {
  const { perHour, perDay } = described.guestLimits;
  return `<p>Paste an address and get a short one. No account needed: ${perHour} links an hour, ${perDay} a day.</p>
<form method="post" action="/">
<input name="url" type="url" required maxlength="8192" placeholder="https://example.com/a/long/address" aria-label="Address" value="${escapeHtml(url)}">
<button>Shorten</button>
</form>
<p>Agents sign in with the device flow and get names of their own, photos and statistics:
<a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">OpenAPI</a>, <a href="/.well-known/agent-skills/shortener/SKILL.md">skill</a>.
People find everything else at <a href="${escapeHtml(baseUrl)}">${escapeHtml(new URL(baseUrl).host)}</a>.</p>`;
}

function result({ shortUrl, shortId, claimToken }: Made, { addresses }: HostParts): string {
  const address = escapeHtml(shortUrl);
  return `<p>Your short link:</p>
<p class="host"><a href="${address}">${address}</a></p>
<p><img src="/api/shortener/v1/links/${shortId}/qr" alt="QR code of the short link" width="200" height="200"></p>
<p>To take it back later, keep this token; it is shown only now:</p>
<p><code>${escapeHtml(claimToken)}</code></p>
<p><code>curl -X DELETE ${escapeHtml(addresses.origin)}/api/shortener/v1/links/${shortId} -H 'X-Claim-Token: ${escapeHtml(claimToken)}'</code></p>
<p><a href="/">Make another one</a></p>`;
}
