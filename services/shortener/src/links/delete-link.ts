import { timingSafeEqual } from 'node:crypto';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { subtractPhotoUsage } from '../photos/photo-usage-repo.js';
import { hashClaimToken } from './create-link.js';
import { linkNotFound } from './link-errors.js';
import {
  type ChangedLink,
  findClaimTokenHash,
  findLink,
  findLinkByShortId,
  lockLink,
  markDeleted,
  switchOff,
} from './link-repo.js';

/** Deletes a link of the caller. Throws `not_found`, VERSION_CONFLICT. */
export async function deleteLink(tx: Tx, linkId: string, expectedVersion?: number | null): Promise<ChangedLink> {
  await lockLink(tx, linkId);
  const stored = await findLink(tx, linkId);
  if (!stored) throw linkNotFound();
  checkVersion(stored.version, expectedVersion);
  await subtractPhotoUsage(tx, [linkId]);
  const [ended] = await markDeleted(tx, [linkId]);
  if (!ended) throw new Error('The locked link is gone.');
  return ended;
}

/**
 * Deletes a guest's link for the holder of its claim token: it is disabled permanently, because no one else can change it, and its record is kept. A
 * wrong token throws the same error as an unknown link.
 */
export async function deleteClaimedLink(tx: Tx, shortId: string, claimToken: string): Promise<ChangedLink> {
  const link = await findLinkByShortId(tx, shortId);
  const expected = link && (await findClaimTokenHash(tx, link.id));
  if (!expected || !timingSafeEqual(expected, hashClaimToken(claimToken))) throw linkNotFound();
  return { shortId: link.shortId, version: await switchOff(tx, link.id) };
}
