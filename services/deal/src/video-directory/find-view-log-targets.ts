import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { findTargets, type LookedFor, type TargetLimits, type ViewLogTargets } from './video-directory-repo.js';

/** Bytes of an id. */
const ID_BYTES = 16;

/** Maximum ids of 16 bytes each, so that they fit one message between services with room to spare. */
const LIMITS: TargetLimits = { shared: 200_000, matching: 50_000 };

/**
 * Returns where to look for view logs: the newest 200 000 deals of others that the caller sees, the matches of a search, and the deals of a brand.
 * Throws `invalid_input` when more than 50 000 deals or videos match, because a partial result would look complete.
 */
export async function findViewLogTargets(
  db: Db,
  user: UserPrincipal,
  scope: Scope,
  lookedFor: LookedFor,
  limits: TargetLimits = LIMITS,
): Promise<ViewLogTargets> {
  const found = await findTargets(db, user, scope, lookedFor, { ...limits, matching: limits.matching + 1 });
  const isTooMany = (ids: Buffer): boolean => ids.length > limits.matching * ID_BYTES;
  if (isTooMany(found.brandDealIds)) {
    throw invalidInput('brand', `must have at most ${limits.matching} deals. Filter by one of its deals instead.`);
  }
  if (isTooMany(found.matchingDealIds) || isTooMany(found.matchingVideoIds)) {
    throw invalidInput(
      'q',
      `must match at most ${limits.matching} deals or videos. Search for something more specific.`,
    );
  }
  return found;
}
