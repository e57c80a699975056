import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type {
  ImportedDeal,
  ProcessBulkImportResponse,
  RemainingLines,
  UnmatchedGroup,
} from '@svc/proto/deal/v1/bulk_import_service';
import { addImportedVideos } from './add-imported-videos.js';
import { listActiveCodes } from './bulk-import-repo.js';
import { findTargets, type Targets } from './find-targets.js';
import type { ImportEffects } from './import-effects.js';
import type { ImportGroup } from './import-group.js';
import { linksOf } from './match-groups.js';
import { promoKeysOf } from './promo-links.js';
import type { ReadGroups } from './read-groups.js';
import { findKnownCode, wordsOf } from './suggested-code.js';
import { toUnmatchedGroup } from './unmatched-group.js';

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
  const needsPromoCode = await reviewUnmatched(db, user, postDate, usable, targets);

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
  const left = isPlaced(group, targets) ? group.leftLines : group.lines;
  return left.map((lines) => ({ groupIndex: group.index, ...lines }));
}

/** Counts the videos that this import added to the deal. */
export function addedCount({ videos }: ImportedDeal): number {
  return videos.filter(({ status }) => status === 'added').length;
}

/** Explains why a group has no deal, and suggests a code of an active deal that is a word of the label. */
async function reviewUnmatched(
  db: Db,
  user: UserPrincipal,
  postDate: string,
  groups: readonly ImportGroup[],
  targets: Targets,
): Promise<UnmatchedGroup[]> {
  const unmatched = groups.filter((group) => !isPlaced(group, targets));
  const words = unmatched.flatMap(({ name }) => wordsOf(name ?? '').map(({ word }) => word));
  const codes = await listActiveCodes(db, user.userId, [...new Set(words)]);
  const codeByWord = new Map(codes.map((code) => [code.toLowerCase(), code]));
  return unmatched.map((given) => {
    const group = { ...given, suggestion: given.suggestion ?? findKnownCode(given.name ?? '', codeByWord) };
    if (targets.ambiguous.has(group.index)) return toUnmatchedGroup(group, 'ambiguous_match', postDate);
    const isShared =
      group.videos.some(({ canonicalKey }) => targets.sharedKeys.has(canonicalKey)) ||
      linksOf(group).some((link) => targets.sharedLinks.has(link));
    return toUnmatchedGroup(group, isShared ? 'team_shared_match' : 'no_match', postDate);
  });
}
