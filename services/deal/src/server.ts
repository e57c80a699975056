import { dryRunHandlers } from '@svc/chassis/grpc/dry-run-handlers';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { BruteForceLimit } from '@svc/chassis/limits/brute-force-limit';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { AccessRequestService } from '@svc/proto/deal/v1/access_request_service';
import { ActivityService } from '@svc/proto/deal/v1/activity_service';
import { BulkImportService } from '@svc/proto/deal/v1/bulk_import_service';
import { ContactService } from '@svc/proto/deal/v1/contact_service';
import { DealService } from '@svc/proto/deal/v1/deal_service';
import { DealStatsService } from '@svc/proto/deal/v1/deal_stats_service';
import { DueCheckService } from '@svc/proto/deal/v1/due_check_service';
import {
  ExternalShareAdministrationService,
  ExternalShareService,
  PublicShareService,
} from '@svc/proto/deal/v1/external_share_service';
import { OverviewService } from '@svc/proto/deal/v1/overview_service';
import { PaymentService } from '@svc/proto/deal/v1/payment_service';
import { ReadingService, VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import { SuggestionService } from '@svc/proto/deal/v1/suggestion_service';
import { TaskService } from '@svc/proto/deal/v1/task_service';
import { DealTemplateService, MessageTemplateService, TeamTemplateService } from '@svc/proto/deal/v1/template_service';
import { VideoService } from '@svc/proto/deal/v1/video_service';
import { DryRunService } from '@svc/proto/dry_run/v1/dry_run_service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { MembershipService, TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { AccountStandingService } from '@svc/proto/standing/v1/standing_service';
import { UsageService } from '@svc/proto/usage/v1/usage_service';
import { searchHandlers } from '@svc/records/search/search-handlers';
import { membershipHandlers, teamShareHandlers } from '@svc/records/sharing/sharing-handlers';
import { standingHandlers } from '@svc/records/sharing/standing-handlers';
import { accessRequestHandlers } from './access-requests/access-request-handlers.js';
import { activityHandlers } from './activity/activity-handlers.js';
import { bulkImportHandlers } from './bulk-import/bulk-import-handlers.js';
import type { FileReader } from './contact-import/file-reader.js';
import { contactHandlers } from './contacts/contact-handlers.js';
import { searchContacts } from './contacts/search-contacts.js';
import { dealHandlers } from './deals/deal-handlers.js';
import { searchDeals } from './deals/search-deals.js';
import { externalShareHandlers, publicShareHandlers } from './external-shares/external-share-handlers.js';
import { PUBLIC_SHARES } from './external-shares/public-shares.js';
import { shareAdministrationHandlers } from './external-shares/share-administration-handlers.js';
import { newestViewLogHandlers } from './newest-view-logs/newest-view-log-handlers.js';
import { overviewHandlers } from './overview/overview-handlers.js';
import { paymentHandlers } from './payments/payment-handlers.js';
import { purgeHandlers } from './purges/purge-handlers.js';
import { dueCheckHandlers } from './reminders/due-check-handlers.js';
import { dealStatsHandlers } from './stats/deal-stats-handlers.js';
import { suggestionHandlers } from './suggestions/suggestion-handlers.js';
import { taskHandlers } from './tasks/task-handlers.js';
import type { Teammates } from './tasks/task-links.js';
import { SHARING } from './team-shares/sharing.js';
import { dealTemplateHandlers } from './templates/deal-template-handlers.js';
import { messageTemplateHandlers } from './templates/message-template-handlers.js';
import { teamTemplateHandlers } from './templates/team-template-handlers.js';
import { type TemplateQuota, templateUsageHandlers } from './templates/template-quota.js';
import { videoDirectoryHandlers } from './video-directory/video-directory-handlers.js';
import { videoHandlers } from './videos/video-handlers.js';

export interface DealParts {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Outbox;
  /** Parses files of contacts. */
  readonly files: FileReader;
  /** Identity's methods about who shares a team with the caller. */
  readonly teammates: Teammates;
  /** Limits password attempts for external shares. */
  readonly shareTries: BruteForceLimit;
  /** The users' template quota. */
  readonly templateQuota: TemplateQuota;
}

/** Adds all gRPC services of deal. */
export function addServices(
  server: GrpcServer,
  { pool, write, outbox, files, teammates, shareTries, templateQuota }: DealParts,
): void {
  server.add(DealService, dealHandlers(pool, write, outbox));
  server.add(VideoService, videoHandlers(pool, write, outbox));
  server.add(PaymentService, paymentHandlers(pool, write));
  server.add(DealStatsService, dealStatsHandlers(pool));
  server.add(OverviewService, overviewHandlers(pool));
  server.add(BulkImportService, bulkImportHandlers(pool, write));
  server.add(ContactService, contactHandlers(pool, write, files));
  server.readInTurn(ContactService.importContacts, files.admit);
  server.add(VideoDirectoryService, videoDirectoryHandlers(pool));
  server.add(ReadingService, newestViewLogHandlers(pool));
  server.add(DueCheckService, dueCheckHandlers(pool, outbox));
  server.add(ActivityService, activityHandlers(pool));
  server.add(TeamShareService, teamShareHandlers(TeamShareService, pool, write, SHARING));
  server.add(MembershipService, membershipHandlers(pool, SHARING));
  server.add(AccessRequestService, accessRequestHandlers(pool, write));
  server.add(SuggestionService, suggestionHandlers(pool, write));
  server.add(TaskService, taskHandlers(pool, write, teammates));
  server.add(MessageTemplateService, messageTemplateHandlers(pool, write, templateQuota));
  server.add(DealTemplateService, dealTemplateHandlers(pool, write, templateQuota));
  server.add(TeamTemplateService, teamTemplateHandlers(pool));
  server.add(ExternalShareService, externalShareHandlers(pool, write));
  server.add(PublicShareService, publicShareHandlers(pool, shareTries));
  server.add(ExternalShareAdministrationService, shareAdministrationHandlers(write));
  server.add(AccountStandingService, standingHandlers(pool, PUBLIC_SHARES));
  server.add(
    SearchService,
    searchHandlers({
      deals: searchDeals(pool),
      contacts: searchContacts(pool, 'contact'),
      influencers: searchContacts(pool, 'influencer'),
    }),
  );
  server.add(UsageService, templateUsageHandlers(pool, templateQuota));
  server.add(PurgeService, purgeHandlers(pool, outbox));
  server.add(DryRunService, dryRunHandlers(server));
}
