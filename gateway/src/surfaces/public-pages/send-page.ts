import { sendKept, type Document } from '@svc/chassis/discovery/document';
import type { PageShell } from '@svc/chassis/http/page-shell';
import type { Request, Response } from 'express';

/** Sends a page that is the same for everybody; caches may keep it. */
export function sendPage(shell: PageShell, page: Document, request: Request, response: Response): void {
  response.setHeader('Content-Security-Policy', shell.csp);
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  sendKept(page, request, response);
}
