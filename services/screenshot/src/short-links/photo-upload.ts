import type { Readable } from 'node:stream';
import type { Upstream } from '@svc/http-host/http/upstream';
import { askUpstream } from '@svc/http-host/http/upstream-request';
import { addressOf } from '@svc/image-routes/image-route';
import { PHOTO_ROUTES, SCREENSHOT_HEADER } from '@svc/image-routes/photo-routes';
import type { PhotoLink } from '../screenshots/screenshot.js';

const route = PHOTO_ROUTES.create;

/** The image of a screenshot that should get a short link. */
export interface Photo {
  readonly screenshotId: string;
  readonly content: Readable;
  readonly bytes: number;
  readonly contentType: string;
}

/**
 * Uploads an image to the shortener as the current caller, and returns the one link of its screenshot. Throws the shortener's refusal, or UNAVAILABLE.
 */
export async function uploadPhoto(shortener: Upstream, photo: Photo): Promise<PhotoLink> {
  const { screenshotId, content, bytes, contentType } = photo;
  try {
    const { body } = await askUpstream(shortener, {
      method: route.http.method,
      path: addressOf(route, {}),
      headers: {
        'content-type': contentType,
        'content-length': String(bytes),
        [SCREENSHOT_HEADER]: screenshotId,
      },
      body: content,
      idempotencyKey: `screenshot:${screenshotId}`,
      isPart: true,
    });
    const { id, shortUrl, photo: made } = route.answer.parse(body);
    return { linkId: id, shortUrl, directUrl: made.directUrl };
  } finally {
    content.destroy();
  }
}
