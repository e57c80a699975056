import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type {
  LinkGroup,
  ProcessBulkImportRequest,
  ProcessBulkImportResponse,
} from '@svc/proto/deal/v1/bulk_import_service';
import type { DealTestService } from './deal-service.js';

export const POST_DATE = '2026-03-01';

/** Imports collections, or pasted text. */
export function importLinks(
  service: DealTestService,
  user: UserPrincipal,
  links: readonly LinkGroup[] | string,
): Promise<ProcessBulkImportResponse> {
  const request: ProcessBulkImportRequest =
    typeof links === 'string'
      ? { postDate: POST_DATE, collections: [], linksText: links }
      : { postDate: POST_DATE, collections: [...links] };
  return service.as(user).bulkImport.processBulkImport(request);
}

/** Returns everything that an owner has: each deal with the addresses of its videos, sorted. */
export async function listAll(service: DealTestService, user: UserPrincipal) {
  const { deals } = await service.as(user).deals.listDeals({ pageSize: 200, skip: 0, scope: '', sort: 'createdAt' });
  return Promise.all(
    deals.map(async (deal) => {
      const request = { dealId: deal.id, pageSize: 200, skip: 0 };
      const { videos } = await service.as(user).videos.listVideos(request);
      return { deal, urls: videos.map(({ url }) => url).sort() };
    }),
  );
}
