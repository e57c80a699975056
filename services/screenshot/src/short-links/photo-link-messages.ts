import type { Grant } from '@svc/chassis/assertions/renewal';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';

export const PHOTO_LINK_ENDED_TOPIC = 'photo_link_ended';
export const PHOTO_LINK_WANTED_TOPIC = 'photo_link_wanted';

/** A link that is to end with its screenshot. */
export interface EndedPhotoLink {
  readonly linkId: string;
  readonly userId: string;
}

/** A screenshot that is to have a photo link, and on whose behalf: what its owner, or the owner's agent, was let in by. */
export interface WantedPhotoLink {
  readonly screenshotId: string;
  readonly grant: Grant;
}

/** Milliseconds before the outbox tries: the process that finished the screenshot tries at once. */
const FIRST_TRY_MS = 15_000;

/** Sees to it that a screenshot gets its photo link, however long the shortener is away. */
export async function wantPhotoLink(tx: Tx, outbox: Outbox, grant: Grant, screenshotId: string): Promise<void> {
  const payload: WantedPhotoLink = { screenshotId, grant };
  const message = { destination: 'shortener', topic: PHOTO_LINK_WANTED_TOPIC, payload, delayMs: FIRST_TRY_MS };
  await outbox.enqueue(tx, message);
}

/** Tells the shortener that the screenshot behind a link is gone. */
export async function endPhotoLink(tx: Tx, outbox: Outbox, userId: string, linkId: string): Promise<void> {
  const payload: EndedPhotoLink = { linkId, userId };
  await outbox.enqueue(tx, { destination: 'shortener', topic: PHOTO_LINK_ENDED_TOPIC, payload });
}
