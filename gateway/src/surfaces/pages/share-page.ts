import type { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { describeShare } from '@svc/operations/public/describe-share';
import { openShare } from '@svc/operations/public/open-share';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { isFromOwnPage } from '../../sessions/same-origin.js';
import { readSessionCredential, type SessionCredential } from '../../sessions/session-credential.js';
import { keepViewingPass } from '../../sessions/viewing-pass.js';
import { API_PATH } from '../operation-calls.js';
import { renderMessage } from './page-parts.js';
import { type PageOptions, pageRoutes, readFields, run, type Shown, type Visit } from './page-visit.js';
import { renderQuestion, renderShare, titleOfShare } from './share-page-views.js';

const PATH = '/s';

/** Paths of `sharePage`. */
export const SHARE_PAGE_PATHS: readonly string[] = [`${PATH}/:token`];

/** Query of the redirect after a visitor opens a link. */
const JUST_OPENED = 'opened';
/** Shown above the password field. */
const PROTECTED = 'This link needs a password';
const NO_COOKIE =
  'Opening this link needs a cookie, but your browser blocks them. Allow cookies for this site, then open the link again.';

/**
 * The page behind a shared link: a visitor sees its description, then opens it to see the record. An opened link is viewed with the viewing pass, so
 * that a reload does not resend the form. Without a cookie, the page would silently ask again and every attempt would count, so it shows an error.
 */
export function sharePage(options: PageOptions): Router {
  return pageRoutes(
    SHARE_PAGE_PATHS,
    {
      look,
      act: open,
      describeError,
      credentialOf,
      referrerPolicy: 'no-referrer',
      hasPreview: true,
      width: 'wide',
    },
    options,
  );
}

/** Anyone may open a link from anywhere; the session counts only when our own page asks. */
function credentialOf(request: Request, origin: string): SessionCredential | undefined {
  return request.method === 'POST' && isFromOwnPage(request, origin)
    ? readSessionCredential(request, origin)
    : undefined;
}

async function look(visit: Visit): Promise<Shown> {
  const { token } = visit.request.params;
  const { title, requiresPassword, opened } = await run(describeShare, { token }, visit);
  const isJustOpened = JUST_OPENED in visit.request.query;
  if (!opened) {
    const heading = requiresPassword ? PROTECTED : title;
    return { body: renderQuestion(heading, requiresPassword, isJustOpened ? NO_COOKIE : undefined), title };
  }
  if (isJustOpened) return { location: pathOf(visit.request) };
  const share = await run(openShare, { token }, visit);
  const viewLogsUrl = `${API_PATH}/public/shares/${encodeURIComponent(tokenIn(visit.request))}/readings.csv`;
  return { body: renderShare(share, viewLogsUrl), title: titleOfShare(share) };
}

async function open(visit: Visit): Promise<Shown> {
  const { request, response, origin } = visit;
  const { password } = (await readFields(request, { password: z.string() })) ?? {};
  const opened = await run(openShare, { token: request.params.token, ...(password ? { password } : {}) }, visit);
  keepViewingPass(request, response, origin, { ...opened });
  return { location: `${pathOf(request)}?${JUST_OPENED}` };
}

function describeError({ kind, code, message }: AppError): Shown {
  if (kind === 'invalid_input' || kind === 'not_found') {
    const title = 'Link not found';
    return { body: renderMessage(title, 'Check the address. A letter may be missing.'), status: 404, title };
  }
  if (code === 'PASSWORD_REQUIRED') {
    return { body: renderQuestion(PROTECTED, true, message), status: HTTP_STATUS[kind] };
  }
  const title = ENDED[code] ?? "This link can't be opened";
  return { body: renderMessage(title, message), status: HTTP_STATUS[kind], title };
}

/** Descriptions of links that are no longer open, by error code. */
const ENDED: Readonly<Record<string, string>> = {
  SHARE_INACTIVE: 'This link is disabled',
  SHARE_EXPIRED: 'This link has expired',
  SHARE_EXHAUSTED: 'This link is used up',
};

function pathOf(request: Request): string {
  return `${PATH}/${encodeURIComponent(tokenIn(request))}`;
}

function tokenIn({ params: { token } }: Request): string {
  return typeof token === 'string' ? token : '';
}
