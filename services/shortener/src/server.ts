import type { GrpcServer } from '@svc/chassis/grpc/server';
import { PurgeServiceService } from '@svc/proto/purge/v1/purge_service';
import { ShortLinkReportServiceService } from '@svc/proto/shortener/v1/short_link_report_service';
import { ShortLinkServiceService } from '@svc/proto/shortener/v1/short_link_service';
import {
  MembershipServiceService,
  ShortLinkShareServiceService,
} from '@svc/proto/shortener/v1/short_link_share_service';
import { shortLinkService, type ShortLinkDependencies } from './links/short-link-service.js';
import { purgeService } from './purges/purge-service.js';
import { reportService } from './reports/report-service.js';
import { membershipService, shareService } from './shares/share-service.js';

/** Every gRPC service of the shortener. */
export function addServices(server: GrpcServer, dependencies: ShortLinkDependencies): void {
  const { pool } = dependencies;
  server.add(ShortLinkServiceService, shortLinkService(dependencies));
  server.add(ShortLinkShareServiceService, shareService(pool));
  server.add(MembershipServiceService, membershipService(pool));
  server.add(ShortLinkReportServiceService, reportService(pool));
  server.add(PurgeServiceService, purgeService(pool));
}
