import type { CompressedDocument } from '@svc/http-host/discovery/compressed-document';
import { sendKept } from '@svc/http-host/discovery/send-document';
import type { PageShell } from '@svc/http-host/pages/page-shell';
import type { Request, Response } from 'express';

/** Sends a page that caches may keep for a while, unless it is for one visitor; compressed for clients that accept it. */
export async function sendPage(
  shell: PageShell,
  page: CompressedDocument,
  request: Request,
  response: Response,
  cacheControl = 'public, max-age=300',
): Promise<void> {
  response.setHeader('Content-Security-Policy', shell.csp);
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  sendKept(await page.formFor(request, response), request, response, cacheControl);
}
