import { type AsGranted, isGrantEnded } from '@svc/chassis/assertions/renewal';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { Upstream } from '@svc/http-host/http/upstream';
import { derivedKey } from '@svc/objects/store/object-keys';
import type { ObjectStore } from '@svc/objects/store/object-store';
import type { PhotoLink, ScreenshotRow } from '../screenshots/screenshot.js';
import { findScreenshot, storeWantsShortLink, updatePhotoLink } from '../screenshots/screenshot-repo.js';
import { endPhotoLink, type WantedPhotoLink } from './photo-link-messages.js';
import { uploadPhoto } from './photo-upload.js';

export interface PhotoLinksOptions {
  readonly pool: Pool;
  readonly store: ObjectStore;
  /** Internal HTTP listener of the shortener. */
  readonly shortener: Upstream;
  readonly asGranted: AsGranted;
  /** Lazy, because the outbox delivers through these links. */
  readonly outbox: () => Outbox;
}

/** Limits for requests that carry a photo. */
export const SHORTENER_LIMITS = {
  timeoutMs: 15_000,
  underWayMax: 16,
  unavailable: 'Short links are not available right now. Try again in a moment.',
};

/** Photo links of screenshots: the shortener keeps a public copy and serves it to anyone with the link. */
export interface PhotoLinks {
  /** Makes the photo link a screenshot waits for, as the current caller; does nothing if none is wanted. On failure the outbox retries. */
  make(screenshotId: string): Promise<void>;
  /** Makes the link for the outbox. Throws transient errors; drops a request that can never succeed. */
  deliver(wanted: WantedPhotoLink): Promise<void>;
}

/** Error kinds that are transient. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'rate_limited', 'conflict']);

export function createPhotoLinks(options: PhotoLinksOptions): PhotoLinks {
  const { pool, asGranted } = options;
  return {
    async make(screenshotId) {
      const waiting = await findWaiting(pool, screenshotId);
      if (!waiting) return;
      try {
        await makeLink(options, waiting);
      } catch (error) {
        pool.log.warn({ err: error, screenshotId }, 'a short link could not be created yet');
      }
    },
    async deliver({ screenshotId, grant }) {
      const waiting = await findWaiting(pool, screenshotId);
      if (!waiting) return;
      try {
        await asGranted(grant, () => makeLink(options, waiting));
      } catch (error) {
        if (isOfUser(error)) throw new Error('The user has reached the rate limit for short links.', { cause: error });
        if (!isFinal(error)) throw error;
        pool.log.warn({ err: error, screenshotId }, 'a short link cannot be created');
        await storeWantsShortLink(pool, screenshotId, false);
      }
    },
  };
}

function isFinal(error: unknown): boolean {
  return isGrantEnded(error) || (error instanceof AppError && !PASSING.has(error.kind));
}

/** The shortener limits each user. Rethrowing a rate limit would make the outbox hold back all users' links. */
function isOfUser(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'rate_limited';
}

/** Returns the screenshot if it has an image and still waits for its link. */
async function findWaiting(pool: Pool, screenshotId: string): Promise<ScreenshotRow | null> {
  const found = await findScreenshot(pool, screenshotId);
  return found?.image && found.wantsShortLink && !found.shortLink ? found : null;
}

async function makeLink(options: PhotoLinksOptions, screenshot: ScreenshotRow): Promise<void> {
  const link = await upload(options, screenshot);
  await inTransaction(options.pool, async (tx) => {
    if (await updatePhotoLink(tx, screenshot.id, link)) return;
    // Either another attempt stored the same link first, or the screenshot was deleted and only this process knows the link.
    const now = await findScreenshot(tx, screenshot.id);
    if (now?.shortLink?.linkId === link.linkId) return;
    await endPhotoLink(tx, options.outbox(), screenshot.ownerId, link.linkId);
  });
}

async function upload({ store, shortener }: PhotoLinksOptions, { id, image }: ScreenshotRow): Promise<PhotoLink> {
  const key = derivedKey(image?.sha256 ?? '', 'display');
  const stored = await store.stat(key);
  const content = stored && (await store.read(key));
  if (!content) throw new Error('A stored image is missing.');
  const photo = { content, bytes: stored.bytes, contentType: 'image/webp', idempotencyKey: `screenshot:${id}` };
  return uploadPhoto(shortener, photo);
}
