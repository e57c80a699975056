import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ImportedDeal } from '@svc/proto/deal/v1/bulk_import_service';
import { v7 as newId } from 'uuid';
import { updateDealTotals } from '../deals/deal-repo.js';
import { insertVideos } from '../videos/video-repo.js';
import { listHeldVideos, type HeldVideo } from './bulk-import-repo.js';
import type { Targets } from './find-targets.js';
import type { ImportGroup } from './import-group.js';

/** Adds the videos of groups to their deals. Answers the deals in the order of their first groups, each video of a deal once. */
export async function addImportedVideos(
  tx: Tx,
  ownerId: string,
  postDate: string,
  groups: readonly ImportGroup[],
  targets: Targets,
): Promise<ImportedDeal[]> {
  const wanted = groups.flatMap(({ index, videos }) => {
    const dealId = targets.dealOfGroup.get(index)?.id;
    return dealId === undefined
      ? []
      : videos.map((video) => ({ ...video, id: newId(), dealId, title: null, postDate }));
  });
  const added = await insertVideos(tx, wanted);
  const dealIds = new Set(wanted.map(({ dealId }) => dealId));
  const keys = new Set(wanted.map(({ canonicalKey }) => canonicalKey));
  const held = await listHeldVideos(tx, ownerId, [...dealIds], [...keys]);
  await updateDealTotals(tx, [...new Set(added.map(({ dealId }) => dealId))]);

  const heldById = new Map(held.map((video) => [identityOf(video), video]));
  const asked = new Set(wanted.map(identityOf));
  const videos = [...asked].flatMap((identity) => heldById.get(identity) ?? []);
  return describe(groups, targets, videos, new Set(added.map(({ id }) => id)));
}

/** The same for the same video of the same deal. */
function identityOf({ dealId, canonicalKey }: { dealId: string; canonicalKey: string }): string {
  return `${dealId} ${canonicalKey}`;
}

function describe(
  groups: readonly ImportGroup[],
  { dealOfGroup, createdIds }: Targets,
  videos: readonly HeldVideo[],
  addedIds: ReadonlySet<string>,
): ImportedDeal[] {
  const deals = new Set(groups.flatMap(({ index }) => dealOfGroup.get(index) ?? []));
  const videosOfDeal = Map.groupBy(videos, ({ dealId }) => dealId);
  return [...deals].map(({ id, name, promoCode }) => ({
    dealId: id,
    name,
    promoCode,
    created: createdIds.has(id),
    videos: (videosOfDeal.get(id) ?? []).map((video) => ({
      videoId: video.id,
      url: video.url,
      status: addedIds.has(video.id) ? 'added' : 'already_present',
    })),
  }));
}
