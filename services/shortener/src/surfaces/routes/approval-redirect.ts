import { html } from '@svc/http-host/pages/html';
import express, { type Router } from 'express';
import { htmlPage, PAGE_CSP } from '../../http/html-page.js';

/** Paths of `approvalRedirect`. */
export const APPROVAL_REDIRECT_PATHS: readonly string[] = ['/agent/authorize', '/agent/authorize/:requestId'];

interface ApprovalRedirectOptions {
  /** Origin of the main host. */
  readonly baseUrl: string;
  /** Origin of this host. */
  readonly origin: string;
}

/**
 * Redirects users who follow an agent's link to the approval page on the main host. If the main host has no public origin, explains
 * which setting the operator must set.
 */
export function approvalRedirect({ baseUrl, origin }: ApprovalRedirectOptions): Router {
  const routes = express.Router({ caseSensitive: true });
  routes.get([...APPROVAL_REDIRECT_PATHS], (request, response) => {
    if (baseUrl !== origin) {
      const { search } = new URL(request.originalUrl, baseUrl);
      response.redirect(303, baseUrl + request.path + search);
      return;
    }
    response.status(404);
    response.setHeader('Content-Security-Policy', PAGE_CSP);
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.type('html').end(htmlPage('Agents are approved on another host', NOT_SET_UP));
  });
  return routes;
}

const NOT_SET_UP = html`<p>This host serves only short links. Its operator must set <code>APP_ORIGIN</code> to the address of the main host, or to
send <code>/agent/</code> of this host there. Then ask the agent to try again.</p>`;
