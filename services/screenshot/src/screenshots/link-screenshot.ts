import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { assertOwned } from '@svc/records/sharing/team-access';
import { announceLinkChange } from './link-activity.js';
import type { LinkedTo } from './screenshot.js';
import { assertLives } from './screenshot-errors.js';
import { lockScreenshot, updateLink } from './screenshot-repo.js';

/**
 * Links the user's own screenshot, or unlinks it with null; a no-op when unchanged. Callers check the right to link first. Records activity
 * on each affected deal. Throws NOT_FOUND, and CONFLICT for an expired or deleted screenshot.
 */
export async function linkScreenshot(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  screenshotId: string,
  link: LinkedTo | null,
): Promise<void> {
  const stored = await lockScreenshot(tx, screenshotId);
  assertOwned('screenshot', user, stored);
  assertLives(stored);
  const { dealId, videoId } = stored;
  if (dealId === (link?.dealId ?? null) && videoId === (link?.videoId ?? null)) return;
  await updateLink(tx, screenshotId, link);
  await announceLinkChange(tx, outbox, user, dealId === null ? null : { dealId, videoId }, link);
}
