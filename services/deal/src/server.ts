import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { RateLimit } from '@svc/chassis/rate-limit';
import { AccessRequestServiceService } from '@svc/proto/deal/v1/access_request_service';
import { BulkImportServiceService } from '@svc/proto/deal/v1/bulk_import_service';
import { ContactServiceService } from '@svc/proto/deal/v1/contact_service';
import { DealServiceService } from '@svc/proto/deal/v1/deal_service';
import { DealStatsServiceService } from '@svc/proto/deal/v1/deal_stats_service';
import { PaymentServiceService } from '@svc/proto/deal/v1/payment_service';
import { ReadingServiceService, VideoDirectoryServiceService } from '@svc/proto/deal/v1/reading_service';
import { SuggestionServiceService } from '@svc/proto/deal/v1/suggestion_service';
import { TaskServiceService } from '@svc/proto/deal/v1/task_service';
import {
  DealTemplateServiceService,
  MessageTemplateServiceService,
  TeamTemplateServiceService,
} from '@svc/proto/deal/v1/template_service';
import { VideoServiceService } from '@svc/proto/deal/v1/video_service';
import { MembershipServiceService, TeamShareServiceService } from '@svc/proto/deal/v1/team_share_service';
import { ExternalShareServiceService, PublicShareServiceService } from '@svc/proto/deal/v1/external_share_service';
import { PurgeServiceService } from '@svc/proto/purge/v1/purge_service';
import { accessRequestService } from './access-requests/access-request-service.js';
import { bulkImportService } from './bulk-import/bulk-import-service.js';
import { contactService } from './contacts/contact-service.js';
import { dealService } from './deals/deal-service.js';
import { paymentService } from './payments/payment-service.js';
import { purgeService } from './purges/purge-service.js';
import { readingService } from './readings/reading-service.js';
import { membershipService, teamShareService } from './team-shares/team-share-service.js';
import { suggestionService } from './suggestions/suggestion-service.js';
import type { Teammates } from './tasks/task-links.js';
import { taskService } from './tasks/task-service.js';
import { dealTemplateService } from './templates/deal-template-service.js';
import { messageTemplateService } from './templates/message-template-service.js';
import { dealStatsService } from './stats/deal-stats-service.js';
import { teamTemplateService } from './templates/team-template-service.js';
import { externalShareService, publicShareService } from './external-shares/external-share-service.js';
import { videoDirectoryService } from './video-directory/video-directory-service.js';
import { videoService } from './videos/video-service.js';

export interface DealParts {
  readonly pool: Pool;
  readonly outbox: Outbox;
  /** Who shares a team with the caller. */
  readonly teammates: Teammates;
  /** Bounds how often passwords of external shares are tried. */
  readonly shareTries: RateLimit;
}

/** Every gRPC service of deal. */
export function addServices(server: GrpcServer, { pool, outbox, teammates, shareTries }: DealParts): void {
  server.add(DealServiceService, dealService(pool, outbox));
  server.add(VideoServiceService, videoService(pool, outbox));
  server.add(PaymentServiceService, paymentService(pool));
  server.add(DealStatsServiceService, dealStatsService(pool));
  server.add(BulkImportServiceService, bulkImportService(pool));
  server.add(ContactServiceService, contactService(pool));
  server.add(VideoDirectoryServiceService, videoDirectoryService(pool));
  server.add(ReadingServiceService, readingService(pool));
  server.add(TeamShareServiceService, teamShareService(pool));
  server.add(MembershipServiceService, membershipService(pool));
  server.add(AccessRequestServiceService, accessRequestService(pool));
  server.add(SuggestionServiceService, suggestionService(pool));
  server.add(TaskServiceService, taskService(pool, teammates));
  server.add(MessageTemplateServiceService, messageTemplateService(pool));
  server.add(DealTemplateServiceService, dealTemplateService(pool));
  server.add(TeamTemplateServiceService, teamTemplateService(pool));
  server.add(ExternalShareServiceService, externalShareService(pool));
  server.add(PublicShareServiceService, publicShareService(pool, shareTries));
  server.add(PurgeServiceService, purgeService(pool));
}
