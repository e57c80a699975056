import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { ImportedDeal, PreviewBulkImportResponse, PreviewedDeal } from '@svc/proto/deal/v1/bulk_import_service';
import { arrangeImport } from './arrange-import.js';
import { previewedEffects } from './import-effects.js';
import type { ReadGroups } from './read-groups.js';

/** Predicts the response of importing the groups; records that it would create have no id. Changes and locks nothing. */
export async function previewBulkImport(
  db: Db,
  user: UserPrincipal,
  postDate: string,
  read: ReadGroups,
): Promise<PreviewBulkImportResponse> {
  const answer = await arrangeImport(db, user, postDate, read, previewedEffects(db, user.userId));
  return { ...answer, deals: answer.deals.map(toPreviewedDeal) };
}

function toPreviewedDeal({ dealId, videos, ...deal }: ImportedDeal): PreviewedDeal {
  return {
    ...deal,
    dealId: deal.created ? null : dealId,
    videos: videos.map((video) => ({ ...video, videoId: video.status === 'added' ? null : video.videoId })),
  };
}
