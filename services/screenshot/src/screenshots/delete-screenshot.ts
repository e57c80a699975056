import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { assertOwned } from '@svc/records/sharing/team-access';
import { endPhotoLink, endPhotoSource } from '../short-links/photo-link-messages.js';
import { announceLinkChange } from './link-activity.js';
import type { ScreenshotRow } from './screenshot.js';
import { screenshotNotFound } from './screenshot-errors.js';
import { lockScreenshot, storeDeleted } from './screenshot-repo.js';

/**
 * Deletes the user's own screenshot, ends its short link, and notifies the linked deal; its image is no longer readable. Throws NOT_FOUND
 * (also when already deleted), FORBIDDEN, VERSION_CONFLICT.
 */
export async function deleteScreenshot(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  screenshotId: string,
  expectedVersion: number | null | undefined,
): Promise<void> {
  const stored = await lockScreenshot(tx, screenshotId);
  assertOwned('screenshot', user, stored);
  if (stored.status === 'deleted') throw screenshotNotFound();
  checkVersion(stored.version, expectedVersion);
  await storeDeleted(tx, screenshotId);
  const { dealId, videoId } = stored;
  if (dealId !== null) await announceLinkChange(tx, outbox, user, { dealId, videoId }, null);
  await endPhotoLinks(tx, outbox, stored);
}

/** Ends the link by its screenshot, because its creation may not have been answered, and by its id, because a link may be older than its source. */
async function endPhotoLinks(tx: Tx, outbox: Outbox, stored: ScreenshotRow): Promise<void> {
  const { image, wantsShortLink, shortLink } = stored;
  if (shortLink) await endPhotoLink(tx, outbox, stored.ownerId, shortLink.linkId);
  if (shortLink || (wantsShortLink && image)) await endPhotoSource(tx, outbox, stored);
}
