import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { ImportedDeal, ProcessBulkImportResponse, RemainingLines } from '@svc/proto/deal/v1/bulk_import_service';
import { addImportedVideos } from './add-imported-videos.js';
import { findTargets, type Targets } from './find-targets.js';
import type { ImportEffects } from './import-effects.js';
import type { ImportGroup } from './import-group.js';
import { promoKeysOf } from './promo-links.js';
import type { ReadGroups } from './read-groups.js';
import { reviewUnmatched } from './review-unmatched.js';

/**
 * Finds or creates the deals of all groups and adds their missing videos, through `effects`. A group without usable links has no effect, even with a
 * promo code, so that no empty deal is created. The number of statements does not depend on the size of the import.
 */
export async function arrangeImport(
  db: Db,
  user: UserPrincipal,
  postDate: string,
  { groups, invalid, unknownSites, duplicateCount }: ReadGroups,
  effects: ImportEffects,
): Promise<ProcessBulkImportResponse> {
  const usable = groups.filter(({ videos }) => videos.length > 0);
  const targets = await findTargets(db, user, postDate, usable, effects);
  const promoKeys = new Map(
    [...targets.dealOfGroup].map(([index, { promoLink }]) => [index, promoKeysOf(promoLink)] as const),
  );
  const isVideo = (groupIndex: number, canonicalKey: string): boolean =>
    promoKeys.get(groupIndex)?.has(canonicalKey) !== true;
  const placed = usable.map((group) => ({
    ...group,
    videos: group.videos.filter(({ canonicalKey }) => isVideo(group.index, canonicalKey)),
  }));
  const deals = await addImportedVideos(postDate, placed, targets, effects);
  const unmatched = usable.filter((group) => !isPlaced(group, targets));
  const needsPromoCode = await reviewUnmatched(db, user, postDate, unmatched, targets);

  const placedCount = placed.reduce((count, group) => count + (isPlaced(group, targets) ? group.videos.length : 0), 0);
  const videoCount = deals.reduce((count, { videos }) => count + videos.length, 0);
  const videosAdded = deals.reduce((count, deal) => count + addedCount(deal), 0);
  const dealsCreated = deals.filter(({ created }) => created).length;
  return {
    summary: {
      groups: groups.length,
      videosAdded,
      videosAlreadyPresent: videoCount - videosAdded,
      dealsCreated,
      dealsReused: deals.length - dealsCreated,
      needsPromoCode: needsPromoCode.length,
      duplicatesSkipped: duplicateCount + placedCount - videoCount,
    },
    deals,
    needsPromoCode,
    invalid: [...invalid],
    remainingLines: groups.flatMap((group) => remainingLinesOf(group, targets)),
    headingLines: [...new Set(groups.flatMap(({ headingLine }) => headingLine ?? []))],
    unknownSites: unknownSites
      .filter(({ groupIndex, canonicalKey }) => isVideo(groupIndex, canonicalKey))
      .map(({ canonicalKey: _key, ...site }) => site),
  };
}

function isPlaced({ index }: ImportGroup, { dealOfGroup }: Targets): boolean {
  return dealOfGroup.has(index);
}

/** Returns all lines of a group without a deal, else the lines to correct. */
function remainingLinesOf(group: ImportGroup, targets: Targets): RemainingLines[] {
  const whole = group.lines === null ? [] : [group.lines];
  const left = isPlaced(group, targets) ? group.leftLines : whole;
  return left.map((lines) => ({ groupIndex: group.index, ...lines }));
}

/** Counts the videos that this import added to the deal. */
export function addedCount({ videos }: ImportedDeal): number {
  return videos.filter(({ status }) => status === 'added').length;
}
