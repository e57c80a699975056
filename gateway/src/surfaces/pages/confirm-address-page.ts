import { type Html, html } from '@svc/http-host/pages/html';
import { confirmAddress } from '@svc/operations/accounts/confirm-address';
import type { Router } from 'express';
import { z } from 'zod';
import { renderMessage } from './page-parts.js';
import {
  describeErrors,
  type PageOptions,
  pageRoutes,
  readError,
  readFields,
  run,
  type Shown,
  type Visit,
} from './page-visit.js';

/** Path of links that confirm an address: `?token=…`. */
const PATH = '/confirm-address';
/** Target of the redirect, so that no address in the browser's history has the token. */
const DONE = `${PATH}/done`;

/** Paths of `confirmAddressPage`. */
export const CONFIRM_ADDRESS_PATHS: readonly string[] = [PATH, DONE];

const TITLE = 'Confirm your address';

const SPENT = renderMessage(
  'Link expired',
  'It was used or replaced, or has expired. You can get a new one in Settings.',
  { path: '/settings', label: 'Open settings' },
);

/**
 * The page behind the link that confirms an address, rendered on the server and without scripts. Viewing it changes nothing, because mail scanners
 * open links too.
 */
export function confirmAddressPage(options: PageOptions): Router {
  return pageRoutes(
    CONFIRM_ADDRESS_PATHS,
    {
      look,
      act,
      describeError: describeErrors(SPENT),
      credentialOf: () => undefined,
      referrerPolicy: 'no-referrer',
    },
    options,
  );
}

async function look({ request, options: { appName } }: Visit): Promise<Shown> {
  if (request.path === DONE) {
    const text = `${appName} can email you now, and your inbox lists invitations sent to this address.`;
    return { title: TITLE, body: renderMessage('Address confirmed', text, { path: '/inbox', label: 'Open inbox' }) };
  }
  const { token } = request.query;
  if (typeof token !== 'string' || token === '') return { title: TITLE, body: SPENT, status: 404 };
  return { title: TITLE, body: renderForm(appName, token) };
}

async function act(visit: Visit): Promise<Shown> {
  const { token = '' } = (await readFields(visit.request, { token: z.string() })) ?? {};
  try {
    await run(confirmAddress, { token }, visit);
    return { location: DONE };
  } catch (error) {
    const { kind, status } = readError(error);
    if (kind !== 'unauthenticated') throw error;
    return { title: TITLE, body: SPENT, status };
  }
}

function renderForm(appName: string, token: string): Html {
  return html`<h1>Confirm your address?</h1>
<p>${appName} may then send email to your address, and your inbox lists invitations sent to it.</p>
<form method="post" action="${PATH}">
<input type="hidden" name="token" value="${token}">
<p><button>Confirm address</button></p>
</form>`;
}
