import { isGrantEnded, type AsGranted } from '@svc/chassis/assertions/renewal';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Upstream } from '@svc/http-host/http/upstream';
import { derivedKey } from '@svc/objects/store/object-keys';
import type { ObjectStore } from '@svc/objects/store/object-store';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { uploadPhoto } from './photo-upload.js';
import { findScreenshot, storePhotoLink, storeWishForLink } from '../screenshots/screenshot-repo.js';
import type { PhotoLink, ScreenshotRow } from '../screenshots/screenshot.js';
import { endPhotoLink, type WantedPhotoLink } from './photo-link-messages.js';

export interface PhotoLinksOptions {
  readonly pool: Pool;
  readonly store: ObjectStore;
  /** The shortener's internal listener. */
  readonly shortener: Upstream;
  readonly asGranted: AsGranted;
  /** Later, as the outbox delivers by what is made here. */
  readonly outbox: () => Outbox;
}

/** For requests that carry a photo. */
export const SHORTENER_LIMITS = {
  timeoutMs: 15_000,
  underWayMax: 16,
  unavailable: 'Short links are not available right now. Try again in a moment.',
};

/** Photo links of screenshots: the shortener keeps a public copy and opens it for everyone who has the link. */
export interface PhotoLinks {
  /**
   * Makes the link that a screenshot is waiting for, in the name of the running call; does nothing for others. What cannot be made now is
   * left to the outbox.
   */
  make(screenshotId: string): Promise<void>;
  /** The same for the outbox. Throws what may pass; a wish that cannot be fulfilled is forgotten. */
  deliver(wanted: WantedPhotoLink): Promise<void>;
}

/** Refusals that pass by themselves. */
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
        pool.log.warn({ err: error, screenshotId }, 'a short link has to wait');
      }
    },
    async deliver({ screenshotId, grant }) {
      const waiting = await findWaiting(pool, screenshotId);
      if (!waiting) return;
      try {
        await asGranted(grant, () => makeLink(options, waiting));
      } catch (error) {
        if (isOfUser(error)) throw new Error('The user may have no more short links for now.', { cause: error });
        if (!isFinal(error)) throw error;
        pool.log.warn({ err: error, screenshotId }, 'a short link cannot be made');
        await storeWishForLink(pool, screenshotId, false);
      }
    },
  };
}

function isFinal(error: unknown): boolean {
  return isGrantEnded(error) || (error instanceof AppError && !PASSING.has(error.kind));
}

/**
 * Limits of the shortener are those of each user. To the outbox a limit is one of the whole destination, for which the links of
 * everybody else would wait as well.
 */
function isOfUser(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'rate_limited';
}

/** The screenshot while it has an image and still waits for its link. */
async function findWaiting(pool: Pool, screenshotId: string): Promise<ScreenshotRow | null> {
  const found = await findScreenshot(pool, screenshotId);
  return found?.image && found.wantsShortLink && !found.shortLink ? found : null;
}

async function makeLink(options: PhotoLinksOptions, screenshot: ScreenshotRow): Promise<void> {
  const link = await upload(options, screenshot);
  await inTransaction(options.pool, async (tx) => {
    if (await storePhotoLink(tx, screenshot.id, link)) return;
    // Another try was quicker, with the same link, or the screenshot was deleted meanwhile and only this process knows the link.
    const now = await findScreenshot(tx, screenshot.id);
    if (now?.shortLink?.linkId === link.linkId) return;
    await endPhotoLink(tx, options.outbox(), screenshot.ownerId, link.linkId);
  });
}

async function upload({ store, shortener }: PhotoLinksOptions, { id, image }: ScreenshotRow): Promise<PhotoLink> {
  const key = derivedKey(image?.sha256 ?? '', 'display');
  const stored = await store.stat(key);
  const content = stored && (await store.read(key));
  if (!content) throw new Error('A stored image is not there.');
  const photo = { content, bytes: stored.bytes, contentType: 'image/webp', idempotencyKey: `screenshot:${id}` };
  return uploadPhoto(shortener, photo);
}
