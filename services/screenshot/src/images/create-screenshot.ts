import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { jsonMethod } from '@svc/chassis/idempotency/json-method';
import { isAnswered, runWrite, type WriteTarget } from '@svc/chassis/idempotency/run-write';
import { v7 as newId } from 'uuid';
import { type DealDirectory, readLinkOfNew } from '../screenshots/deal-directory.js';
import { type ReserveParts, reserveScreenshot } from '../screenshots/reserve-screenshot.js';
import { claimScreenshot } from '../screenshots/screenshot-repo.js';
import { noteBlob } from './blob-repo.js';
import { finishUpload, type ImageSource, noteOwnBlob, type SentFields, type StatedFacts } from './upload-image.js';

/** Fields of a new screenshot and of its image; null when not sent. */
export interface NewScreenshotFacts extends StatedFacts {
  readonly platform: string | null;
  readonly dealId: string | null;
  readonly videoId: string | null;
  readonly note: string | null;
  readonly createShortLink: boolean;
}

export interface CreateOptions extends ImageSource {
  /** Parses the fields that came with the image. Throws VALIDATION_ERROR. */
  readonly readFields: (fields: SentFields) => NewScreenshotFacts;
}

const CREATE = jsonMethod<object, { readonly screenshotId: string }>('/screenshots.create');

/**
 * Creates a screenshot with its image, once per idempotency key, and returns its id. Throws VALIDATION_ERROR, SCREENSHOT_QUOTA_EXCEEDED, and any
 * error of checking the link or receiving the image.
 */
export async function createScreenshot(
  { outbox, quota, directory, ...target }: WriteTarget & ReserveParts & { readonly directory: DealDirectory },
  user: UserPrincipal,
  { receive, ifStillAllowed, readFields }: CreateOptions,
): Promise<string> {
  const { pool } = target;
  // A retry is not checked against the quota, because its first call may have used it up.
  const isRetry = await isAnswered(pool, CREATE);
  if (!isRetry) await quota.check(pool, user.userId, { images: 1, bytes: 1 });
  const { image, ...sent } = await receive({
    beforePut: isRetry ? noteBlob(pool) : noteOwnBlob({ pool, quota }, user),
  });
  const facts = readFields(sent);
  const { sourceUrl, platform, note, createShortLink } = facts;
  const create = () =>
    runWrite(
      target,
      CREATE,
      { ...facts, sha256: image.sha256 },
      async (tx, link) => {
        const wanted = { sourceUrl, platform, note, createShortLink, link };
        const screenshotId = await reserveScreenshot(tx, { outbox, quota }, user, wanted);
        const claimId = newId();
        await claimScreenshot(tx, user.userId, screenshotId, claimId);
        await finishUpload(tx, { outbox, quota }, user, { screenshotId, claimId, image, facts });
        return { screenshotId };
      },
      { before: () => readLinkOfNew(directory, facts) },
    );
  return (await ifStillAllowed(create)).screenshotId;
}
