import type { Readable } from 'node:stream';
import type { Upstream } from '@svc/http-host/http/upstream';
import { askUpstream } from '@svc/http-host/http/upstream-request';
import { z } from 'zod';
import type { PhotoLink } from '../screenshots/screenshot.js';

const CreatedLink = z.object({
  id: z.uuid(),
  shortUrl: z.string(),
  photo: z.object({ directUrl: z.string() }),
});

/** A picture that is to get a short link. */
export interface Photo {
  readonly content: Readable;
  readonly bytes: number;
  readonly contentType: string;
  /** The same for every try, so that there is one link. */
  readonly idempotencyKey: string;
}

/** Sends the shortener a picture on behalf of the running call, and returns its link. Throws the shortener's refusal, or UNAVAILABLE. */
export async function uploadPhoto(shortener: Upstream, photo: Photo): Promise<PhotoLink> {
  const { content, bytes, contentType, idempotencyKey } = photo;
  try {
    const { body } = await askUpstream(shortener, {
      method: 'POST',
      path: '/dashboard/photos',
      headers: { 'content-type': contentType, 'content-length': String(bytes) },
      body: content,
      idempotencyKey,
      isPart: true,
    });
    const { id, shortUrl, photo: made } = CreatedLink.parse(body);
    return { linkId: id, shortUrl, directUrl: made.directUrl };
  } finally {
    content.destroy();
  }
}
