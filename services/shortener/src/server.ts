import { dryRunHandlers } from '@svc/chassis/grpc/dry-run-handlers';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import { DryRunService } from '@svc/proto/dry_run/v1/dry_run_service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { MembershipService, TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { PhotoLinkService } from '@svc/proto/shortener/v1/photo_link_service';
import { ShortLinkAdministrationService } from '@svc/proto/shortener/v1/short_link_administration_service';
import { ShortLinkReportService } from '@svc/proto/shortener/v1/short_link_report_service';
import { SharedLinkService, ShortLinkService } from '@svc/proto/shortener/v1/short_link_service';
import { AccountStandingService } from '@svc/proto/standing/v1/standing_service';
import { UsageService } from '@svc/proto/usage/v1/usage_service';
import { searchHandlers } from '@svc/records/search/search-handlers';
import { membershipHandlers, teamShareHandlers } from '@svc/records/sharing/sharing-handlers';
import { standingHandlers } from '@svc/records/sharing/standing-handlers';
import { linkAdministrationHandlers } from './administration/link-administration-handlers.js';
import { PUBLIC_LINKS } from './administration/public-links.js';
import { photoLinkHandlers } from './links/photo-link-handlers.js';
import { searchLinks } from './links/search-links.js';
import { type ShortLinkDependencies, shortLinkHandlers } from './links/short-link-handlers.js';
import { photoUsageHandlers } from './photos/photo-quota.js';
import { purgeHandlers } from './purges/purge-handlers.js';
import { reportHandlers } from './reports/report-handlers.js';
import { type ExternalShares, sharedClickHandlers } from './shared-clicks/shared-click-handlers.js';
import { LINK_SHARES } from './shares/share-tables.js';

const SHARING = { tables: { short_link: LINK_SHARES } };

export interface ShortenerParts extends ShortLinkDependencies {
  readonly shares: ExternalShares;
  /** Maximum bytes of a user's photos. */
  readonly photoBytesMax: number;
}

/** Every gRPC service of the shortener. */
export function addServices(server: GrpcServer, dependencies: ShortenerParts): void {
  const { pool, write, shares, addresses, photoBytesMax } = dependencies;
  server.add(ShortLinkService, shortLinkHandlers(dependencies));
  server.add(SharedLinkService, sharedClickHandlers(pool, shares, addresses));
  server.add(PhotoLinkService, photoLinkHandlers(dependencies));
  server.add(TeamShareService, teamShareHandlers(TeamShareService, pool, write, SHARING));
  server.add(MembershipService, membershipHandlers(pool, SHARING));
  server.add(ShortLinkReportService, reportHandlers(pool, write));
  server.add(ShortLinkAdministrationService, linkAdministrationHandlers(dependencies));
  server.add(AccountStandingService, standingHandlers(pool, PUBLIC_LINKS));
  server.add(SearchService, searchHandlers({ short_links: searchLinks(pool) }));
  server.add(UsageService, photoUsageHandlers(pool, photoBytesMax));
  server.add(PurgeService, purgeHandlers(pool));
  server.add(DryRunService, dryRunHandlers(server));
}
