import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { claimantOf } from '@svc/chassis/limits/claimant';
import type { Log } from '@svc/chassis/logging/log';
import type { AddressOf } from '@svc/http-host/http/client-address';
import { html } from '@svc/http-host/pages/html';
import { headerList } from '../http/host-headers.js';
import { htmlPage } from '../http/html-page.js';
import { answerUnavailable, answerUnknown, sendPage } from '../redirects/link-pages.js';
import type { OpenLink } from '../redirects/link-record.js';
import { type SendPhoto, type StoredPhotos, TOO_MANY_PHOTOS } from './stored-photos.js';

/** Minimum rate for a client of a large photo, because it occupies one of few slots. */
const SLOW_MS = 10_000;
const BYTES_PER_MS_MIN = 16;

export interface PhotoAnswersOptions {
  readonly stored: StoredPhotos;
  /** Headers of every response of this host. */
  readonly commonHeaders: readonly string[];
  readonly addressOf: AddressOf;
  readonly log: Log;
}

/** The part of a link that image responses need. */
type PhotoLink = Pick<OpenLink, 'id' | 'shortId' | 'photo'>;

/** Responses for photo links. */
export interface PhotoAnswers {
  /** Sends a small page, or the image to clients that want one, such as an `img` element. */
  answer(request: IncomingMessage, response: ServerResponse, link: OpenLink): void;
  /** Sends the image itself. */
  answerImage(request: IncomingMessage, response: ServerResponse, link: PhotoLink): Promise<void>;
}

export function createPhotoAnswers({ stored, commonHeaders, addressOf, log }: PhotoAnswersOptions): PhotoAnswers {
  const answerImage = async (request: IncomingMessage, response: ServerResponse, link: PhotoLink): Promise<void> => {
    const { photo } = link;
    if (!photo) {
      answerUnknown(request, response, commonHeaders);
      return;
    }
    const etag = `"${photo.sha256}-display"`;
    const headers = [...imageHeaders(link.shortId, etag, photo.displayContentType), ...commonHeaders];
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    try {
      const claimant = claimantOf(undefined, addressOf(request));
      await stored.send(photo.displayKey, request.method === 'HEAD', claimant, sendTo(response, headers));
    } catch (error) {
      if (error !== TOO_MANY_PHOTOS) log.warn({ err: error, linkId: link.id }, 'a photo cannot be answered');
      if (response.headersSent) response.destroy();
      else answerUnavailable(request, response, commonHeaders);
    }
  };

  return {
    answer(request, response, link) {
      if (wantsImage(request)) void answerImage(request, response, link);
      else sendPage(request, response, 200, photoPage(link), commonHeaders);
    },
    answerImage,
  };
}

function sendTo(response: ServerResponse, headers: readonly string[]): SendPhoto {
  return async (bytes, content) => {
    response.writeHead(200, ['Content-Length', String(bytes), ...headers]);
    if (content === null || content instanceof Uint8Array) {
      response.end(content ?? undefined);
      return;
    }
    const tooSlow = setTimeout(() => response.destroy(), SLOW_MS + bytes / BYTES_PER_MS_MIN);
    try {
      await pipeline(content, response);
    } finally {
      clearTimeout(tooSlow);
    }
  };
}

function photoPage({ shortId, title, photo }: OpenLink): string {
  const name = title ?? 'Photo';
  const size = photo ? html` width="${photo.width}" height="${photo.height}"` : undefined;
  return htmlPage(name, html`<p><img class="photo" src="/${shortId}/raw" alt="${name}"${size}></p>`, 'wide');
}

/** Whether the client accepts images but no pages; a browser that opens the link accepts both. */
function wantsImage({ headers: { accept = '' } }: IncomingMessage): boolean {
  return accept.includes('image/') && !accept.includes('text/html');
}

/** A deleted photo is gone at once, so caches must revalidate. The image may be shown on any page. */
function imageHeaders(shortId: string, etag: string, contentType: string): readonly string[] {
  return headerList({
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
    'Content-Disposition': `inline; filename="${shortId}.${contentType.split('/')[1] ?? 'img'}"`,
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex, nofollow',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept',
  });
}
