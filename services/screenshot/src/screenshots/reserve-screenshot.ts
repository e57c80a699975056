import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { randomText } from '@svc/chassis/credentials/random-text';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ImageQuota } from '../usage/image-quota.js';
import { linkScreenshot } from './link-screenshot.js';
import { pageOfNew } from './page-address.js';
import type { LinkedTo, ScreenshotRow } from './screenshot.js';
import { insertScreenshot } from './screenshot-repo.js';

/** More than 2^70 possible ids. */
const SHORT_ID_LENGTH = 12;
/** Milliseconds within which the image of a new screenshot must arrive. */
const RESERVED_MS = 24 * 60 * 60 * 1_000;

export interface WantedScreenshot {
  readonly sourceUrl: string | null;
  /** Applies when `sourceUrl` implies none. */
  readonly platform: string | null;
  readonly note: string | null;
  readonly createShortLink: boolean;
  /** Deal link, already authorized for the caller. */
  readonly link: LinkedTo | null;
}

export interface ReserveParts {
  readonly outbox: Outbox;
  readonly quota: ImageQuota;
}

/**
 * Reserves a screenshot whose image follows, and returns its id. Throws VALIDATION_ERROR for an invalid URL, and SCREENSHOT_QUOTA_EXCEEDED.
 */
export async function reserveScreenshot(
  tx: Tx,
  { outbox, quota }: ReserveParts,
  user: UserPrincipal,
  wanted: WantedScreenshot,
  origin: ScreenshotRow['origin'] = 'upload',
): Promise<string> {
  const id = await insertScreenshot(tx, {
    ownerId: user.userId,
    shortId: randomText(SHORT_ID_LENGTH),
    origin,
    ...pageOfNew(wanted.sourceUrl, wanted.platform),
    note: wanted.note,
    wantsShortLink: wanted.createShortLink,
    expiresAt: new Date(Date.now() + RESERVED_MS),
  });
  await quota.confirm(tx, user.userId);
  if (wanted.link) await linkScreenshot(tx, outbox, user, id, wanted.link);
  return id;
}
