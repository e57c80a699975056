import escapeHtml from 'escape-html';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { describeShare } from '@svc/operations/public/describe-share';
import { openShare, OpenedShare } from '@svc/operations/public/open-share';
import type { Operation } from '@svc/operations/define-operation';
import { runOperation } from '@svc/operations/run-operation';
import { z } from 'zod';
import { requestIdOf } from '@svc/chassis/http/begin-request';
import { isFromOwnPage } from '../sessions/same-origin.js';
import { readSessionCredential } from '../sessions/session-credential.js';
import { keepViewingPass } from '../sessions/viewing-pass.js';
import { operationContext, type DashboardOptions } from './dashboard.js';
import { htmlPage, setPageHeaders } from './html-page.js';

type SharePageOptions = Pick<DashboardOptions, 'clients' | 'appName' | 'originOf' | 'authenticate'>;

const Description = z.object({ title: z.string(), requiresPassword: z.boolean() });

/**
 * The page behind a link for people outside, made on the server and without scripts: looking shows what it is and asks to open it,
 * opening shows the record. Both run the same operations as the public API.
 */
export function sharePage(options: SharePageOptions): Router {
  const routes = express.Router();
  routes.get('/s/:token', (request, response) => show(request, response, options, look));
  routes.post('/s/:token', express.urlencoded({ extended: false, limit: '4kb' }), ((request, response) =>
    show(request, response, options, open)) satisfies RequestHandler<{ token: string }>);
  return routes;
}

type Render = (request: Request, response: Response, options: SharePageOptions) => Promise<string>;

async function show(request: Request, response: Response, options: SharePageOptions, render: Render): Promise<void> {
  setPageHeaders(response, 'no-referrer');
  try {
    response.send(await render(request, response, options));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isNoToken = error.kind === 'invalid_input';
    const needsPassword = error.code === 'PASSWORD_REQUIRED';
    const body = `<p>${escapeHtml(isNoToken ? 'There is no such link.' : error.message)}</p>${needsPassword ? passwordForm() : ''}`;
    response.status(isNoToken ? 404 : HTTP_STATUS[error.kind]).send(htmlPage(options.appName, body));
  }
}

const look: Render = async (request, _response, options) => {
  const { title, requiresPassword } = Description.parse(await run(describeShare, {}, request, options));
  return htmlPage(options.appName, `<h1>${escapeHtml(title)}</h1>${requiresPassword ? passwordForm() : OPEN_FORM}`);
};

const open: Render = async (request, response, options) => {
  const { password } = z.object({ password: z.string().optional() }).parse(request.body ?? {});
  const opened = OpenedShare.parse(await run(openShare, password ? { password } : {}, request, options));
  keepViewingPass(request, response, options.originOf(request), { ...opened });
  return htmlPage(options.appName, renderShare(opened));
};

async function run(operation: Operation, input: object, request: Request, options: SharePageOptions): Promise<unknown> {
  const origin = options.originOf(request);
  // Anybody may open a link, from wherever; whose session it is counts only when our own page asks.
  const credential = isFromOwnPage(request, origin) ? readSessionCredential(request, origin) : undefined;
  const caller = credential && operation.access === 'anyone' ? await options.authenticate(credential) : undefined;
  const { output } = await runOperation({
    operation,
    input: { ...input, token: request.params.token },
    caller,
    requestId: requestIdOf(request.res as Response),
    idempotencyKey: undefined,
    signal: new AbortController().signal,
    context: operationContext(request, origin, options),
  });
  return output;
}

const OPEN_FORM = '<form method="post"><button>Open</button></form>';

function passwordForm(): string {
  return (
    '<form method="post"><label>Password <input type="password" name="password" required maxlength="200" autofocus></label> ' +
    '<button>Open</button></form>'
  );
}

function renderShare({ title, fields, videos, readings, degraded }: z.output<typeof OpenedShare>): string {
  const rows = Object.entries(fields)
    .filter(([name, value]) => name !== 'name' && value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `<tr><th>${escapeHtml(labelOf(name))}</th><td>${escapeHtml(textOf(value))}</td></tr>`);
  return [
    `<h1>${escapeHtml(title)}</h1>`,
    `<table>${rows.join('')}</table>`,
    videos && videos.length > 0 ? `<h2>Videos</h2><table>${videos.map(videoRow).join('')}</table>` : '',
    readings && readings.length > 0
      ? `<h2>Views over time</h2><table>${readings.map(readingRow).join('')}</table>`
      : '',
    degraded ? '<p>The views over time cannot be shown right now. Open the page again in a moment.</p>' : '',
  ].join('');
}

type Opened = z.output<typeof OpenedShare>;

function videoRow({ url, title, postDate, latestValue }: NonNullable<Opened['videos']>[number]): string {
  const views = latestValue === null ? '' : `${latestValue.toLocaleString('en')} views`;
  return `<tr><td>${link(url, title ?? url)}</td><td class="short">${escapeHtml(postDate)}</td><td class="short">${views}</td></tr>`;
}

function readingRow({ videoUrl, value, checkedAt }: NonNullable<Opened['readings']>[number]): string {
  return `<tr><td class="short">${escapeHtml(checkedAt.slice(0, 10))}</td><td class="short">${value.toLocaleString('en')}</td><td>${link(videoUrl, videoUrl)}</td></tr>`;
}

function link(url: string, text: string): string {
  const isWeb = /^https?:\/\//.test(url);
  return isWeb
    ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${escapeHtml(text)}</a>`
    : escapeHtml(text);
}

/** `totalViews` is "Total views". */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'number') return value.toLocaleString('en');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
