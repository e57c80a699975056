import type { UnknownSite } from '@svc/proto/deal/v1/bulk_import_service';
import type { TargetDeal } from './bulk-import-repo.js';
import type { ImportGroup } from './import-group.js';

/** The deal of each group that has one, by the group's number. */
type DealOfGroup = ReadonlyMap<number, TargetDeal>;

/**
 * The group without the promo link of its deal: that leads to the deal, and is a video only on a site of videos. As any other link it would fall due
 * for view checks.
 */
export function withoutPromoLink(group: ImportGroup, dealOfGroup: DealOfGroup): ImportGroup {
  const promoLink = dealOfGroup.get(group.index)?.promoLink ?? null;
  const isVideo = ({ platform, url, originalUrl }: ImportGroup['videos'][number]): boolean =>
    platform !== 'other' || (url !== promoLink && originalUrl !== promoLink);
  return promoLink === null ? group : { ...group, videos: group.videos.filter(isVideo) };
}

/** Whether the site is another than that of the deal's promo link. */
export function isForVideos({ groupIndex, url }: UnknownSite, dealOfGroup: DealOfGroup): boolean {
  return dealOfGroup.get(groupIndex)?.promoLink !== url;
}
