import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { ImportedDeal, ProcessBulkImportResponse, UnmatchedGroup } from '@svc/proto/deal/v1/bulk_import_service';
import { recordActivities } from '../activity/record-activities.js';
import { claimImport } from '../imports/import-queue.js';
import { addImportedVideos } from './add-imported-videos.js';
import { listSharedKeys } from './bulk-import-repo.js';
import { findTargets, type Targets } from './find-targets.js';
import type { ImportGroup } from './import-group.js';
import type { ReadGroups } from './read-groups.js';
import { toUnmatchedGroup } from './unmatched-group.js';

/**
 * Imports all groups: finds or creates their deals and adds the videos that these do not have. A group none of whose links can be
 * used has no effect, whatever its promo code: no empty deal comes of it. The number of statements does not depend on how much is
 * imported.
 */
export async function processBulkImport(
  tx: Tx,
  user: UserPrincipal,
  postDate: string,
  { groups, invalid }: ReadGroups,
): Promise<ProcessBulkImportResponse> {
  const usable = groups.filter(({ videos }) => videos.length > 0);
  await claimImport(tx, 'bulk import', user.userId);
  const targets = await findTargets(tx, user, postDate, usable);
  const deals = await addImportedVideos(tx, user.userId, postDate, usable, targets);
  await recordImport(tx, user, deals);
  const needsPromoCode = await reviewUnmatched(tx, user, postDate, usable, targets);

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
    },
    deals,
    needsPromoCode,
    invalid: [...invalid],
  };
}

function addedCount({ videos }: ImportedDeal): number {
  return videos.filter(({ status }) => status === 'added').length;
}

async function recordImport(tx: Tx, user: UserPrincipal, deals: readonly ImportedDeal[]): Promise<void> {
  const changes = deals.flatMap((imported) => {
    const deal = { id: imported.dealId, ownerId: user.userId, name: imported.name };
    const count = addedCount(imported);
    return [
      ...(imported.created ? [{ deal, action: 'deal.created' }] : []),
      ...(count > 0 ? [{ deal, action: 'videos.imported', count }] : []),
    ];
  });
  await recordActivities(tx, user, changes);
}

/** Says of each group without a deal why it has none; deals of others are looked at for that, and never changed. */
async function reviewUnmatched(
  tx: Tx,
  user: UserPrincipal,
  postDate: string,
  groups: readonly ImportGroup[],
  { dealOfGroup, ambiguous }: Targets,
): Promise<UnmatchedGroup[]> {
  const unmatched = groups.filter(({ index }) => !dealOfGroup.has(index));
  const keys = unmatched.flatMap(({ videos }) => videos.map(({ canonicalKey }) => canonicalKey));
  const sharedKeys = await listSharedKeys(tx, user, keys);
  return unmatched.map((group) => {
    if (ambiguous.has(group.index)) return toUnmatchedGroup(group, 'ambiguous_match', postDate);
    const isShared = group.videos.some(({ canonicalKey }) => sharedKeys.has(canonicalKey));
    return toUnmatchedGroup(group, isShared ? 'team_shared_match' : 'no_match', postDate);
  });
}
