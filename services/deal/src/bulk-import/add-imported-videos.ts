import type { ImportedDeal } from '@svc/proto/deal/v1/bulk_import_service';
import { v7 as newId } from 'uuid';
import type { HeldVideo } from './bulk-import-repo.js';
import type { Targets } from './find-targets.js';
import { identityOf, type ImportEffects } from './import-effects.js';
import type { ImportGroup } from './import-group.js';

/** Adds the videos of groups to their deals. Returns the deals in the order of their first groups, with each video of a deal once. */
export async function addImportedVideos(
  postDate: string,
  groups: readonly ImportGroup[],
  targets: Targets,
  effects: ImportEffects,
): Promise<ImportedDeal[]> {
  const wanted = groups.flatMap(({ index, videos }) => {
    const dealId = targets.dealOfGroup.get(index)?.id;
    return dealId === undefined
      ? []
      : videos.map((video) => ({ ...video, id: newId(), dealId, title: null, postDate }));
  });
  const unique = [...Map.groupBy(wanted, identityOf).values()].flatMap(([first]) => first ?? []);
  const { held, addedIds } = await effects.addVideos(unique);
  const heldById = new Map(held.map((video) => [identityOf(video), video]));
  const videos = unique.flatMap((video) => {
    const stored = heldById.get(identityOf(video));
    return stored ? { ...stored, originalUrl: video.originalUrl } : [];
  });
  return describe(groups, targets, videos, addedIds);
}

/** A video of a deal, with the address from this request. */
type PastedVideo = HeldVideo & { readonly originalUrl: string };

function describe(
  groups: readonly ImportGroup[],
  { dealOfGroup, createdIds }: Targets,
  videos: readonly PastedVideo[],
  addedIds: ReadonlySet<string>,
): ImportedDeal[] {
  const deals = new Set(groups.flatMap(({ index }) => dealOfGroup.get(index) ?? []));
  const videosOfDeal = Map.groupBy(videos, ({ dealId }) => dealId);
  const groupsOfDeal = Map.groupBy(groups, ({ index }) => dealOfGroup.get(index)?.id);
  return [...deals].map(({ id, name, promoCode }) => ({
    dealId: id,
    name,
    promoCode,
    created: createdIds.has(id),
    status: 'active',
    suggestedCodes: otherCodes(groupsOfDeal.get(id) ?? [], promoCode),
    videos: (videosOfDeal.get(id) ?? []).map((video) => ({
      videoId: video.id,
      url: video.url,
      originalUrl: video.originalUrl,
      status: addedIds.has(video.id) ? 'added' : 'already_present',
    })),
  }));
}

/** Codes suggested by the texts of groups without a promo code, except the deal's own code. */
function otherCodes(groups: readonly ImportGroup[], dealCode: string | null): string[] {
  const suggested = groups.flatMap((group) => (group.promoCode === null && group.suggestion?.promoCode) || []);
  return [...new Set(suggested)].filter((code) => code.toLowerCase() !== dealCode?.toLowerCase());
}
