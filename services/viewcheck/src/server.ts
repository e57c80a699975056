import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PublicShareServiceService } from '@svc/proto/deal/v1/external_share_service';
import { PurgeServiceService } from '@svc/proto/purge/v1/purge_service';
import { DueViewServiceService } from '@svc/proto/viewcheck/v1/due_view_service';
import {
  RemovalServiceService,
  SharedReadingServiceService,
  ViewLogServiceService,
} from '@svc/proto/viewcheck/v1/view_log_service';
import { dueViewService } from './due-views/due-view-service.js';
import { purgeService, removalService } from './removals/removal-service.js';
import type { DealDirectory } from './view-logs/deal-directory.js';
import { sharedReadingService } from './view-logs/shared-readings.js';
import { viewLogService } from './view-logs/view-log-service.js';

export interface ViewcheckParts {
  readonly pool: Pool;
  readonly outbox: Outbox;
  readonly directory: DealDirectory;
  /** Asked which videos an opened external share shows. */
  readonly shares: Pick<PromiseClient<typeof PublicShareServiceService>, 'checkViewingPass'>;
}

/** Every gRPC service of viewcheck. */
export function addServices(server: GrpcServer, { pool, outbox, directory, shares }: ViewcheckParts): void {
  server.add(ViewLogServiceService, viewLogService(pool, outbox, directory));
  server.add(DueViewServiceService, dueViewService(pool, directory));
  server.add(SharedReadingServiceService, sharedReadingService(pool, shares));
  server.add(RemovalServiceService, removalService(pool));
  server.add(PurgeServiceService, purgeService(pool));
}
