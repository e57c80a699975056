import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { BulkImportServiceService } from '@svc/proto/deal/v1/bulk_import_service';
import { DealServiceService } from '@svc/proto/deal/v1/deal_service';
import { ReadingServiceService, VideoDirectoryServiceService } from '@svc/proto/deal/v1/reading_service';
import { VideoServiceService } from '@svc/proto/deal/v1/video_service';
import { PurgeServiceService } from '@svc/proto/purge/v1/purge_service';
import { bulkImportService } from './bulk-import/bulk-import-service.js';
import { dealService } from './deals/deal-service.js';
import { purgeService } from './purges/purge-service.js';
import { readingService } from './readings/reading-service.js';
import { videoDirectoryService } from './video-directory/video-directory-service.js';
import { videoService } from './videos/video-service.js';

export interface DealParts {
  readonly pool: Pool;
  readonly outbox: Outbox;
}

/** Every gRPC service of deal. */
export function addServices(server: GrpcServer, { pool, outbox }: DealParts): void {
  server.add(DealServiceService, dealService(pool, outbox));
  server.add(VideoServiceService, videoService(pool, outbox));
  server.add(BulkImportServiceService, bulkImportService(pool));
  server.add(VideoDirectoryServiceService, videoDirectoryService(pool));
  server.add(ReadingServiceService, readingService(pool));
  server.add(PurgeServiceService, purgeService(pool));
}
