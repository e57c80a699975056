import type { GrpcServer } from '@svc/chassis/grpc/server';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { RemovalService } from '@svc/proto/removal/v1/removal_service';
import { CaptureService } from '@svc/proto/screenshot/v1/capture_service';
import { LogoService } from '@svc/proto/screenshot/v1/logo_service';
import { ProofService, ScreenshotService, SharedScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { MembershipService, TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { UsageService } from '@svc/proto/usage/v1/usage_service';
import { searchHandlers } from '@svc/records/search/search-handlers';
import { membershipHandlers, teamShareHandlers } from '@svc/records/sharing/sharing-handlers';
import { type CaptureDependencies, captureHandlers } from './capture-jobs/capture-handlers.js';
import { logoHandlers } from './logos/logo-handlers.js';
import { proofHandlers } from './proofs/proof-handlers.js';
import { purgeHandlers, removalHandlers } from './purges/purge-handlers.js';
import { type ScreenshotDependencies, screenshotHandlers } from './screenshots/screenshot-handlers.js';
import { searchScreenshots } from './screenshots/search-screenshots.js';
import type { ExternalShares } from './shared-screenshots/opened-share.js';
import { sharedScreenshotHandlers } from './shared-screenshots/shared-screenshots.js';
import { SCREENSHOT_SHARES } from './shares/share-tables.js';
import { usageHandlers } from './usage/usage-handlers.js';

const SHARING = { tables: { screenshot: SCREENSHOT_SHARES } };

export interface ScreenshotParts extends ScreenshotDependencies, CaptureDependencies {
  /** Returns the videos that an opened external share shows. */
  readonly shares: ExternalShares;
}

/** Adds every gRPC service of screenshot. */
export function addServices(server: GrpcServer, parts: ScreenshotParts): void {
  const { pool, write, quota, shares } = parts;
  server.add(ScreenshotService, screenshotHandlers(parts));
  server.add(ProofService, proofHandlers(parts));
  server.add(SharedScreenshotService, sharedScreenshotHandlers(pool, shares));
  server.add(CaptureService, captureHandlers(parts));
  server.add(LogoService, logoHandlers(pool, write, shares));
  server.add(TeamShareService, teamShareHandlers(TeamShareService, pool, write, SHARING));
  server.add(MembershipService, membershipHandlers(pool, SHARING));
  server.add(SearchService, searchHandlers({ screenshots: searchScreenshots(pool) }));
  server.add(UsageService, usageHandlers(pool, quota));
  server.add(PurgeService, purgeHandlers(pool));
  server.add(RemovalService, removalHandlers(pool));
}
