import { noSuch } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import type { SharedLinkService } from '@svc/proto/shortener/v1/short_link_service';
import { listLinksOfDeal } from '../links/link-list-repo.js';
import { type LinkAddresses, shortUrlOf } from '../links/link-view.js';

/** The part of deal that checks visitors of external shares. */
export type ExternalShares = Pick<PromiseClient<typeof PublicShareService>, 'checkViewingPass'>;

const LINKS_MAX = 50;

/** Clicks of short links for visitors of an external share: deal returns the deal of their viewing pass and its owner. */
export function sharedClickHandlers(
  pool: Pool,
  shares: ExternalShares,
  addresses: LinkAddresses,
): ServiceHandlers<typeof SharedLinkService> {
  return {
    listSharedLinks: async ({ token, viewingPass }) => {
      const { visibleFields, entityId, ownerId } = await shares.checkViewingPass({ token, viewingPass });
      if (!visibleFields.includes('linkClicks')) throw noSuch('shared link');
      const links = await listLinksOfDeal(pool, { ownerId, dealId: entityId }, LINKS_MAX);
      return { links: links.map(({ shortId, clicks }) => ({ shortUrl: shortUrlOf(addresses, shortId), clicks })) };
    },
  };
}
