import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { sendKept } from '@svc/http-host/discovery/send-document';
import { noteOperation, requestIdOf } from '@svc/http-host/http/begin-request';
import { retryHeaders, setHeaders } from '@svc/http-host/http/error-answer';
import { readForm } from '@svc/http-host/http/read-body';
import { type Html, html } from '@svc/http-host/pages/html';
import express, { type Request, type Response, type Router } from 'express';
import { copyField, COPYING_PAGE_CSP, copyingPage, PAGE_FILES } from '../../http/html-page.js';
import type { HostOperation } from '../calls/host-operation.js';
import type { HostParts } from '../calls/host-parts.js';
import { type HostRequest, runHostOperation } from '../calls/run-host-operation.js';
import { createLink } from '../operations/create-link.js';
import { deleteLink } from '../operations/delete-link.js';
import { FAMILY } from './family.js';

/** Form size limit in bytes. */
const FORM_BYTES_MAX = 32_768;

/** Paths of `landingPage`. */
export const LANDING_PATHS: readonly string[] = ['/', ...PAGE_FILES.map(({ path }) => path)];

interface LandingPageOptions {
  readonly parts: HostParts;
  readonly addressOf: (request: Request) => string;
}

interface Made {
  readonly shortUrl: string;
  readonly shortId: string;
  readonly claimToken: string;
}

/**
 * The page at `/`: describes this host, with forms to create and delete plain links as a guest, through the API's operations.
 */
export function landingPage({ parts, addressOf }: LandingPageOptions): Router {
  const routes = express.Router({ strict: true });
  for (const file of PAGE_FILES) routes.get(file.path, (request, response) => sendKept(file, request, response));
  routes.get('/', (_request, response) => send(response, 200, forms(parts)));
  routes.post('/', (request, response) => take(request, response));
  return routes;

  async function take(request: Request, response: Response): Promise<void> {
    const form = await readForm(request, FORM_BYTES_MAX);
    await (form.action === 'delete' ? remove(request, response, form) : make(request, response, form));
  }

  function make(request: Request, response: Response, { url }: Form): Promise<void> {
    const input = { url: typeof url === 'string' ? url.trim() : url };
    const shown = { url: textOf(url) };
    return answer(response, createLink, shown, 201, async () => {
      const { output } = await runHostOperation(createLink, input, callOf(request, response), parts);
      return result(output as Made);
    });
  }

  function remove(request: Request, response: Response, { shortId, claimToken }: Form): Promise<void> {
    const shown = { shortId: shortIdOf(textOf(shortId)), claimToken: textOf(claimToken).trim() };
    const call = { ...callOf(request, response), claimToken: shown.claimToken };
    return answer(response, deleteLink, shown, 200, async () => {
      await runHostOperation(deleteLink, { shortId: shown.shortId }, call, parts);
      return html`<p role="status">Link deleted. ${shown.shortId} won't be given to another link.</p>\n${forms(parts)}`;
    });
  }

  /** Sends the result, or the filled-in forms with the error. */
  async function answer(
    response: Response,
    { name }: Pick<HostOperation, 'name'>,
    shown: Shown,
    status: number,
    work: () => Promise<Html>,
  ): Promise<void> {
    noteOperation(response, name, undefined);
    try {
      send(response, status, await work());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setHeaders(response, retryHeaders(error));
      const problem = html`<p class="notice" role="alert">${error.message}</p>\n`;
      send(response, HTTP_STATUS[error.kind], html`${problem}${forms(parts, shown)}`);
    }
  }

  function callOf(request: Request, response: Response): HostRequest {
    return {
      caller: { kind: 'guest' },
      requestId: requestIdOf(response),
      clientAddress: addressOf(request),
      setHeader: (name, value) => void response.setHeader(name, value),
    };
  }

  function send(response: Response, status: number, body: Html): void {
    response.status(status);
    response.setHeader('Content-Security-Policy', COPYING_PAGE_CSP);
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.type('html').end(copyingPage(`${parts.appName} short links`, body));
  }
}

type Form = Readonly<Record<string, unknown>>;

/** Values of a redisplayed form. */
interface Shown {
  readonly url?: string;
  readonly shortId?: string;
  readonly claimToken?: string;
}

function textOf(field: unknown): string {
  return typeof field === 'string' ? field : '';
}

/** Accepts a pasted link as well as its id. */
function shortIdOf(link: string): string {
  return link.trim().replace(/^.*\//, '');
}

function forms(
  { baseUrl, limits: { described } }: HostParts,
  { url = '', shortId = '', claimToken = '' }: Shown = {},
): Html {
  const { perHour, perDay } = described.guestLimits;
  const isOpen = shortId !== '' ? html` open` : undefined;
  return html`<p>Paste a long URL to get a short link. No account needed: ${perHour} links an hour, ${perDay} a day.</p>
<form method="post" action="/" class="row">
<label>URL <input name="url" type="url" required maxlength="8192" placeholder="https://example.com/a/long/address" value="${url}"></label>
<button>Shorten</button>
</form>
<details${isOpen}>
<summary>Delete a link</summary>
<form method="post" action="/">
<p><label>Short link <input name="shortId" required maxlength="300" value="${shortId}"></label></p>
<p><label>Token <input name="claimToken" required maxlength="200" autocomplete="off" value="${claimToken}"></label></p>
<p><button name="action" value="delete" class="plain">Delete link</button></p>
</form>
</details>
<p class="soft">Agents sign in with the device flow and get names of their own, photos and statistics:
<a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">OpenAPI</a>, <a href="/.well-known/agent-skills/shortener/SKILL.md">skill</a>.
Everything else is at <a href="${baseUrl}">${new URL(baseUrl).host}</a>.</p>`;
}

function result({ shortUrl, shortId, claimToken }: Made): Html {
  return html`${copyField('short-link', 'Your short link', shortUrl)}
<p><img src="${FAMILY.api}/links/${shortId}/qr" alt="QR code of the short link" width="200" height="200"></p>
<p><a href="${shortUrl}">Open link</a> · <a href="/">Create another</a></p>
<h2>Keep this token</h2>
<p>You need it to delete the link. It's shown only now.</p>
${copyField('claim-token', 'Token', claimToken)}
<form method="post" action="/">
<input type="hidden" name="shortId" value="${shortId}"><input type="hidden" name="claimToken" value="${claimToken}">
<p><button name="action" value="delete" class="plain">Delete link</button></p>
</form>`;
}
