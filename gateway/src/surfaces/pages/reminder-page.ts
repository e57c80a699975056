import { endBody } from '@svc/chassis/bodies/request-body';
import { isOfType } from '@svc/http-host/http/read-body';
import { html } from '@svc/http-host/pages/html';
import { endReminders } from '@svc/operations/public/end-reminders';
import express, { type Router } from 'express';
import { API_PATH } from '../operation-calls.js';
import { renderMessage } from './page-parts.js';
import { describeErrors, type PageOptions, pageRoutes, run, type Shown, type Visit } from './page-visit.js';

/** Paths of `reminderPage`: the operation's own, because mails have one address for both users and mail programs. */
const PATHS = [API_PATH + endReminders.http.path];

/** How mail programs send `List-Unsubscribe=One-Click` (RFC 8058), and browsers a form. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const TITLE = 'Stop morning reminders';

/**
 * The page behind the link that stops reminders, rendered on the server and without scripts. Viewing it changes nothing; its form, and a mail
 * program's button, stop them. The public API handles all other calls of the address.
 */
export function reminderPage(options: PageOptions): Router {
  const page = pageRoutes(
    PATHS,
    {
      look,
      act,
      describeError: describeErrors(
        renderMessage('Link incomplete', 'Open the link from your email again, or stop reminders in Settings.'),
      ),
      credentialOf: () => undefined,
      referrerPolicy: 'no-referrer',
    },
    options,
  );
  const routes = express.Router({ caseSensitive: true });
  routes.use((request, response, next) => {
    const isForPage = request.method === 'GET' || request.method === 'HEAD' || isOfType(request, FORMS);
    if (isForPage) page(request, response, next);
    else next();
  });
  return routes;
}

async function look({ options: { appName } }: Visit): Promise<Shown> {
  return {
    title: TITLE,
    body: html`<h1>Stop morning reminders?</h1>
<p>${appName} won't email you in the morning when checks are due.</p>
<form method="post">
<p><button>Stop reminders</button></p>
</form>`,
  };
}

/** Responds here without a redirect, because mail programs follow none. */
async function act(visit: Visit): Promise<Shown> {
  const { token } = visit.request.params;
  await run(endReminders, { token }, visit);
  await endBody(visit.request, visit.response);
  return {
    title: TITLE,
    body: renderMessage('Reminders stopped', 'You can turn them on again in Settings. You can close this page.'),
  };
}
