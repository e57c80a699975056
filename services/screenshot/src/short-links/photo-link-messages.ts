import type { Grant } from '@svc/chassis/assertions/renewal';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ScreenshotRow } from '../screenshots/screenshot.js';

export const PHOTO_LINK_ENDED_TOPIC = 'photo_link_ended';
export const PHOTO_SOURCE_ENDED_TOPIC = 'photo_source_ended';
export const PHOTO_LINK_WANTED_TOPIC = 'photo_link_wanted';

/** A photo link to end along with its screenshot. */
export interface EndedPhotoLink {
  readonly linkId: string;
  readonly userId: string;
}

/** A screenshot whose photo link ends, also one whose creation was not answered. */
export interface EndedPhotoSource {
  readonly screenshotId: string;
  readonly userId: string;
}

/** A screenshot that should get a photo link, and the grant of the user or agent who asked for it. */
export interface WantedPhotoLink {
  readonly screenshotId: string;
  readonly grant: Grant;
}

/** Delay before the outbox tries, in milliseconds: the process that stored the image tries first. */
const FIRST_TRY_MS = 15_000;

/** Ensures that a screenshot gets its photo link even if the shortener is unavailable for long. */
export async function requestPhotoLink(tx: Tx, outbox: Outbox, wanted: WantedPhotoLink): Promise<void> {
  const message = { destination: 'shortener', topic: PHOTO_LINK_WANTED_TOPIC, payload: wanted, delayMs: FIRST_TRY_MS };
  await outbox.enqueue(tx, message);
}

/** Asks the shortener to end a link. */
export async function endPhotoLink(tx: Tx, outbox: Outbox, userId: string, linkId: string): Promise<void> {
  const payload: EndedPhotoLink = { linkId, userId };
  await outbox.enqueue(tx, { destination: 'shortener', topic: PHOTO_LINK_ENDED_TOPIC, payload });
}

/** Asks the shortener to end whatever link a screenshot has, and to create none for it from now on. */
export async function endPhotoSource(
  tx: Tx,
  outbox: Outbox,
  { id, ownerId }: Pick<ScreenshotRow, 'id' | 'ownerId'>,
): Promise<void> {
  const payload: EndedPhotoSource = { screenshotId: id, userId: ownerId };
  await outbox.enqueue(tx, { destination: 'shortener', topic: PHOTO_SOURCE_ENDED_TOPIC, payload });
}
