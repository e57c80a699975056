import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { RemovalService } from '@svc/proto/removal/v1/removal_service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { DueViewService } from '@svc/proto/viewcheck/v1/due_view_service';
import { EvidenceService } from '@svc/proto/viewcheck/v1/evidence_service';
import {
  RemovalService as FormerRemovalService,
  SharedReadingService,
  ViewLogService,
} from '@svc/proto/viewcheck/v1/view_log_service';
import { searchHandlers } from '@svc/records/search/search-handlers';
import { dueViewHandlers } from './due-views/due-view-handlers.js';
import { evidenceHandlers } from './evidence/evidence-handlers.js';
import type { EvidenceRunner } from './evidence/evidence-runner.js';
import { formerRemovalHandlers, purgeHandlers, removalHandlers } from './purges/purge-handlers.js';
import { rankViewLogs } from './view-logs/lists/rank-view-logs.js';
import { sharedViewLogHandlers } from './view-logs/lists/shared-view-log-handlers.js';
import { type ViewLogDependencies, viewLogHandlers } from './view-logs/view-log-handlers.js';

export interface ViewcheckParts extends ViewLogDependencies {
  readonly evidence: EvidenceRunner;
  /** Checks viewing passes: which videos an opened external share shows. */
  readonly shares: Pick<PromiseClient<typeof PublicShareService>, 'checkViewingPass'>;
}

/** Adds all gRPC services of viewcheck. */
export function addServices(
  server: GrpcServer,
  { pool, write, outbox, directory, proofs, shares, evidence }: ViewcheckParts,
): void {
  server.add(ViewLogService, viewLogHandlers({ pool, write, outbox, directory, proofs }));
  server.add(DueViewService, dueViewHandlers(pool, directory, proofs));
  server.add(EvidenceService, evidenceHandlers(evidence));
  server.readInTurn(EvidenceService.runLargeAction, evidence.admit);
  server.add(SharedReadingService, sharedViewLogHandlers(pool, shares));
  server.add(RemovalService, removalHandlers(pool));
  server.add(FormerRemovalService, formerRemovalHandlers(pool));
  server.add(SearchService, searchHandlers({ view_logs: rankViewLogs(pool, directory) }));
  server.add(PurgeService, purgeHandlers(pool));
}
