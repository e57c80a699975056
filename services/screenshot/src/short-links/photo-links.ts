import { type AsGranted, isGrantEnded } from '@svc/chassis/assertions/renewal';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { Upstream } from '@svc/http-host/http/upstream';
import { derivedKey } from '@svc/objects/store/object-keys';
import type { ObjectStore } from '@svc/objects/store/object-store';
import type { PhotoLink } from '../screenshots/screenshot.js';
import { dropShortLinkWish, findScreenshot, updatePhotoLink } from '../screenshots/screenshot-repo.js';
import { endPhotoLink, endPhotoSource, type WantedPhotoLink } from './photo-link-messages.js';
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
  /**
   * Makes the link for the outbox. Throws transient errors; drops a request that can never succeed, and ends the link that an unanswered attempt may
   * have made.
   */
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
        await giveUp(options, waiting);
      }
    },
  };
}

function isFinal(error: unknown): boolean {
  return isGrantEnded(error) || (error instanceof AppError && !PASSING.has(error.kind));
}

/** Whether an error is a rate limit of one user. Rethrowing it would make the outbox hold back all users' links. */
function isOfUser(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'rate_limited';
}

/** A screenshot that waits for its link; `sha256` is of its image. */
interface Waiting {
  readonly id: string;
  readonly ownerId: string;
  readonly sha256: string;
}

/** Returns the screenshot if it still waits for its link. */
async function findWaiting(pool: Pool, screenshotId: string): Promise<Waiting | null> {
  const found = await findScreenshot(pool, screenshotId);
  if (!found?.wantsShortLink || !found.image || found.shortLink) return null;
  return { id: found.id, ownerId: found.ownerId, sha256: found.image.sha256 };
}

async function giveUp({ pool, outbox }: PhotoLinksOptions, waiting: Waiting): Promise<void> {
  await inTransaction(pool, async (tx) => {
    if (await dropShortLinkWish(tx, waiting.id)) await endPhotoSource(tx, outbox(), waiting);
  });
}

async function makeLink(options: PhotoLinksOptions, { id, ownerId, sha256 }: Waiting): Promise<void> {
  const link = await upload(options, id, sha256);
  await inTransaction(options.pool, async (tx) => {
    if (await updatePhotoLink(tx, id, link)) return;
    // Another attempt stored the link first, or none is wanted anymore, which an earlier version of the shortener does not know.
    const now = await findScreenshot(tx, id);
    if (now?.shortLink?.linkId !== link.linkId) await endPhotoLink(tx, options.outbox(), ownerId, link.linkId);
  });
}

async function upload({ store, shortener }: PhotoLinksOptions, id: string, sha256: string): Promise<PhotoLink> {
  const key = derivedKey(sha256, 'display');
  const stored = await store.stat(key);
  const content = stored && (await store.read(key));
  if (!content) throw appError('NOT_FOUND', 'A stored image is missing.');
  return uploadPhoto(shortener, { screenshotId: id, content, bytes: stored.bytes, contentType: 'image/webp' });
}
