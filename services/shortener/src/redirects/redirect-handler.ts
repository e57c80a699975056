import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '@svc/chassis/logging/log';
import type { AddressOf } from '@svc/http-host/http/client-address';
import type { ClickRecorder } from '../clicks/recording/click-recorder.js';
import { createRedirectSender } from '../http/send-redirect.js';
import { isShortIdKey } from '../links/short-id.js';
import type { LinkCache } from './link-cache.js';
import { answerGone, answerUnavailable, answerUnknown, answerWarning } from './link-pages.js';
import type { OpenLink } from './link-record.js';
import { type RedirectOutcome, redirects, SLOW_MS, slowRedirects } from './redirect-metrics.js';

/** Responds to a photo link with its page, or with the image itself when `image` is wanted. */
export type AnswerPhoto = (request: IncomingMessage, response: ServerResponse, link: OpenLink) => void;

export interface RedirectOptions {
  readonly cache: LinkCache;
  readonly clicks: ClickRecorder;
  /** The prefix of short ids in paths: `/`, or `/r/` on the main host. */
  readonly prefix: string;
  /** Paths of the host itself that look like a short id, without the slash; links never open there. */
  readonly hostPaths: ReadonlySet<string>;
  readonly addressOf: AddressOf;
  /** ISO 3166-1 alpha-2, from a trusted proxy. */
  readonly countryOf: (request: IncomingMessage) => string | undefined;
  readonly answerPhoto: AnswerPhoto;
  /**
   * Origin that serves and counts photos and guests' links instead of this host: untrusted content must not appear under the product's own host. When
   * undefined, this host serves everything.
   */
  readonly untrustedOrigin: string | undefined;
  /** Headers of every response of this host. */
  readonly commonHeaders: readonly string[];
  /** Keep-alive of its connections in seconds. */
  readonly keepAliveSeconds: number;
  readonly log: Log;
}

/** Handles a request for a short link; false leaves it to the next handler. */
export type RedirectHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The hottest path of the product: it bypasses the framework, awaits no writes and logs nothing. A cached link is served within the same turn of the
 * event loop.
 */
export function createRedirectHandler(options: RedirectOptions): RedirectHandler {
  const { cache, clicks, prefix, hostPaths, addressOf, countryOf, answerPhoto, untrustedOrigin, commonHeaders, log } =
    options;
  const sendRedirect = createRedirectSender(commonHeaders, options.keepAliveSeconds);

  const count = (request: IncomingMessage, linkId: string, at: number): void => {
    const { headers } = request;
    clicks.record({
      linkId,
      at,
      userAgent: headers['user-agent'],
      referrer: headers.referer,
      country: countryOf(request),
      address: addressOf(request),
      exclusion: request.method === 'HEAD' ? 'head' : isPrefetch(headers) ? 'prefetch' : undefined,
    });
  };

  const open = (request: IncomingMessage, response: ServerResponse, link: OpenLink, now: number): RedirectOutcome => {
    if (link.worksUntil <= now) {
      answerGone(request, response, commonHeaders);
      return 'gone';
    }
    if (untrustedOrigin !== undefined && isUntrusted(link)) {
      sendRedirect(response, `${untrustedOrigin}/${link.shortId}`, now);
      return 'redirected';
    }
    if (link.redirect !== undefined) {
      sendRedirect(response, link.redirect, now);
      count(request, link.id, now);
      return 'redirected';
    }
    if (link.targetUrl === null) {
      answerPhoto(request, response, link);
      count(request, link.id, now);
      return 'photo';
    }
    answerWarning(request, response, link.targetUrl, commonHeaders);
    return 'warned';
  };

  const openFound = async (
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
  ): Promise<RedirectOutcome> => {
    try {
      const link = await cache.find(key);
      if (link) return open(request, response, link, Date.now());
      answerUnknown(request, response, commonHeaders);
      return 'unknown';
    } catch (error) {
      log.warn({ err: error }, 'a short link cannot be looked up');
      answerUnavailable(request, response, commonHeaders);
      return 'unavailable';
    }
  };

  const find = async (request: IncomingMessage, response: ServerResponse, key: string, now: number): Promise<void> => {
    const outcome = await openFound(request, response, key);
    redirects.add(outcome);
    if (Date.now() - now >= SLOW_MS) slowRedirects.add(outcome);
  };

  return (request, response) => {
    const { url = '', method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(prefix)) return false;
    const end = url.indexOf('?', prefix.length);
    const key = (end < 0 ? url.slice(prefix.length) : url.slice(prefix.length, end)).toLowerCase();
    // Checked before the cache, which has the links of all hosts: this key may be a link under another prefix.
    if (hostPaths.has(key)) return false;
    const now = Date.now();
    const link = cache.peek(key, now);
    if (link) {
      redirects.add(open(request, response, link, now));
      return true;
    }
    if (!isShortIdKey(key)) return false;
    if (link === null) {
      answerUnknown(request, response, commonHeaders);
      redirects.add('unknown');
    } else void find(request, response, key, now);
    return true;
  };
}

function isUntrusted({ targetUrl, isGuests }: OpenLink): boolean {
  return targetUrl === null || isGuests;
}

/** Whether a browser marked the request as a prefetch (W3C `Sec-Purpose`; older browsers `Purpose`). */
function isPrefetch(headers: IncomingMessage['headers']): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose !== undefined && String(purpose).includes('prefetch');
}
