import { createClient, type PromiseClient } from '@svc/chassis/grpc/client';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotAdministrationService } from '@svc/proto/copilot/v1/copilot_administration_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { LearningService } from '@svc/proto/copilot/v1/learning_service';
import { McpServerService } from '@svc/proto/copilot/v1/mcp_server_service';
import { MemoryDatabaseService, MemoryService } from '@svc/proto/copilot/v1/memory_service';
import { AccessRequestService } from '@svc/proto/deal/v1/access_request_service';
import { BulkImportService } from '@svc/proto/deal/v1/bulk_import_service';
import { ContactService } from '@svc/proto/deal/v1/contact_service';
import { DealService } from '@svc/proto/deal/v1/deal_service';
import { DealStatsService } from '@svc/proto/deal/v1/deal_stats_service';
import {
  ExternalShareAdministrationService,
  ExternalShareService,
  PublicShareService,
} from '@svc/proto/deal/v1/external_share_service';
import { OverviewService } from '@svc/proto/deal/v1/overview_service';
import { PaymentService } from '@svc/proto/deal/v1/payment_service';
import { SuggestionService } from '@svc/proto/deal/v1/suggestion_service';
import { TaskService } from '@svc/proto/deal/v1/task_service';
import { DealTemplateService, MessageTemplateService, TeamTemplateService } from '@svc/proto/deal/v1/template_service';
import { VideoService } from '@svc/proto/deal/v1/video_service';
import { DryRunService } from '@svc/proto/dry_run/v1/dry_run_service';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { AgentAuthorizationService } from '@svc/proto/identity/v1/agent_authorization_service';
import { ApprovalService } from '@svc/proto/identity/v1/approval_service';
import { AuditService } from '@svc/proto/identity/v1/audit_service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { ReminderService } from '@svc/proto/identity/v1/reminder_service';
import { SavedViewService } from '@svc/proto/identity/v1/saved_view_service';
import { SettingsService, SystemSettingsService } from '@svc/proto/identity/v1/settings_service';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { UserAdministrationService } from '@svc/proto/identity/v1/user_administration_service';
import { CaptureService } from '@svc/proto/screenshot/v1/capture_service';
import { LogoService } from '@svc/proto/screenshot/v1/logo_service';
import { ProofService, ScreenshotService, SharedScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { ShortLinkAdministrationService } from '@svc/proto/shortener/v1/short_link_administration_service';
import { ShortLinkReportService } from '@svc/proto/shortener/v1/short_link_report_service';
import { SharedLinkService, ShortLinkService } from '@svc/proto/shortener/v1/short_link_service';
import { UsageService } from '@svc/proto/usage/v1/usage_service';
import { DueViewService } from '@svc/proto/viewcheck/v1/due_view_service';
import { EvidenceService } from '@svc/proto/viewcheck/v1/evidence_service';
import { SharedReadingService, ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
import type { Connections } from '@svc/topology/connections';
import type { Call } from '@svc/topology/processes';

/** Every gRPC service that the gateway calls: the process that serves it, and its definition. */
export const CLIENTS = {
  authentication: offeredBy('identity', AuthenticationService),
  accounts: offeredBy('identity', AccountService),
  agentAuthorizations: offeredBy('identity', AgentAuthorizationService),
  approvals: offeredBy('identity', ApprovalService),
  reminders: offeredBy('identity', ReminderService),
  savedViews: offeredBy('identity', SavedViewService),
  settings: offeredBy('identity', SettingsService),
  systemSettings: offeredBy('identity', SystemSettingsService),
  audit: offeredBy('identity', AuditService),
  users: offeredBy('identity', UserAdministrationService),
  toolCalls: offeredBy('identity', ToolCallService),
  teams: offeredBy('identity', TeamService),
  teamShares: offeredBy('deal', TeamShareService),
  accessRequests: offeredBy('deal', AccessRequestService),
  deals: offeredBy('deal', DealService),
  contacts: offeredBy('deal', ContactService),
  videos: offeredBy('deal', VideoService),
  dealStats: offeredBy('deal', DealStatsService),
  overview: offeredBy('deal', OverviewService),
  payments: offeredBy('deal', PaymentService),
  bulkImport: offeredBy('deal', BulkImportService),
  suggestions: offeredBy('deal', SuggestionService),
  tasks: offeredBy('deal', TaskService),
  messageTemplates: offeredBy('deal', MessageTemplateService),
  dealTemplates: offeredBy('deal', DealTemplateService),
  teamTemplates: offeredBy('deal', TeamTemplateService),
  externalShares: offeredBy('deal', ExternalShareService),
  externalShareAdministration: offeredBy('deal', ExternalShareAdministrationService),
  externalShareVisits: offeredBy('deal', PublicShareService),
  sharedViewLogs: offeredBy('viewcheck', SharedReadingService),
  viewLogs: offeredBy('viewcheck', ViewLogService),
  dueViews: offeredBy('viewcheck', DueViewService),
  evidence: offeredBy('viewcheck', EvidenceService),
  shortLinks: offeredBy('shortener', ShortLinkService),
  sharedClicks: offeredBy('shortener', SharedLinkService),
  shortLinkShares: offeredBy('shortener', TeamShareService),
  shortLinkAdministration: offeredBy('shortener', ShortLinkAdministrationService),
  shortLinkReports: offeredBy('shortener', ShortLinkReportService),
  captures: offeredBy('screenshot', CaptureService),
  logos: offeredBy('screenshot', LogoService),
  screenshots: offeredBy('screenshot', ScreenshotService),
  proofs: offeredBy('screenshot', ProofService),
  screenshotShares: offeredBy('screenshot', TeamShareService),
  sharedScreenshots: offeredBy('screenshot', SharedScreenshotService),
  copilotAdministration: offeredBy('copilot', CopilotAdministrationService),
  mcpServers: offeredBy('copilot', McpServerService),
  copilotSettings: offeredBy('copilot', CopilotSettingsService),
  conversations: offeredBy('copilot', ConversationService),
  turns: offeredBy('copilot', TurnService),
  learning: offeredBy('copilot', LearningService),
  memories: offeredBy('copilot', MemoryService),
  dealDryRuns: offeredBy('deal', DryRunService),
  shortLinkDryRuns: offeredBy('shortener', DryRunService),
  dealSearch: offeredBy('deal', SearchService),
  viewLogSearch: offeredBy('viewcheck', SearchService),
  shortLinkSearch: offeredBy('shortener', SearchService),
  screenshotSearch: offeredBy('screenshot', SearchService),
  memorySearch: offeredBy('copilot', SearchService),
  photoUsage: offeredBy('shortener', UsageService),
  screenshotUsage: offeredBy('screenshot', UsageService),
  templateUsage: offeredBy('deal', UsageService),
  memoryDatabase: offeredBy('copilot', MemoryDatabaseService),
};

/** A client for each service. */
export type Clients = {
  readonly [Name in keyof typeof CLIENTS]: PromiseClient<(typeof CLIENTS)[Name]['definition']>;
};

/** Creates clients for all services over the gateway's connections. */
export function createClients(connections: Connections<'gateway'>): Clients {
  return makeClients((service, definition) => createClient(definition, connections[service]));
}

/** Creates clients for all services with a factory. */
export function makeClients(
  clientOf: <Definition extends object>(service: Call<'gateway'>, definition: Definition) => PromiseClient<Definition>,
): Clients {
  const clients = Object.entries(CLIENTS).map(([name, { service, definition }]) => [
    name,
    clientOf<object>(service, definition),
  ]);
  return Object.fromEntries(clients) as Clients;
}

function offeredBy<Service extends Call<'gateway'>, Definition extends object>(
  service: Service,
  definition: Definition,
) {
  return { service, definition };
}
