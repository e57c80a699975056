import type { Grant } from '@svc/chassis/assertions/renewal';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';

export const PHOTO_LINK_ENDED_TOPIC = 'photo_link_ended';
export const PHOTO_LINK_WANTED_TOPIC = 'photo_link_wanted';

/** A photo link to end along with its screenshot. */
export interface EndedPhotoLink {
  readonly linkId: string;
  readonly userId: string;
}

/** A screenshot that should get a photo link, and the grant of the user or agent who asked for it. */
export interface WantedPhotoLink {
  readonly screenshotId: string;
  /** SHA-256 of its image; missing in messages of earlier versions. */
  readonly sha256?: string;
  readonly grant: Grant;
}

/** Delay before the outbox tries, in milliseconds: the process that stored the image tries first. */
const FIRST_TRY_MS = 15_000;

/** Ensures that a screenshot gets its photo link even if the shortener is unavailable for long. */
export async function requestPhotoLink(tx: Tx, outbox: Outbox, wanted: Required<WantedPhotoLink>): Promise<void> {
  const payload: WantedPhotoLink = wanted;
  const message = { destination: 'shortener', topic: PHOTO_LINK_WANTED_TOPIC, payload, delayMs: FIRST_TRY_MS };
  await outbox.enqueue(tx, message);
}

/** Asks the shortener to end the link of a deleted screenshot. */
export async function endPhotoLink(tx: Tx, outbox: Outbox, userId: string, linkId: string): Promise<void> {
  const payload: EndedPhotoLink = { linkId, userId };
  await outbox.enqueue(tx, { destination: 'shortener', topic: PHOTO_LINK_ENDED_TOPIC, payload });
}
