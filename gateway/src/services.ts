import type { Clients } from '@svc/operations/operation-context';
import { createClient, openConnection, type Connection, type PromiseClient } from '@svc/chassis/grpc/client';
import { AccessRequestServiceService } from '@svc/proto/deal/v1/access_request_service';
import { BulkImportServiceService } from '@svc/proto/deal/v1/bulk_import_service';
import { ContactServiceService } from '@svc/proto/deal/v1/contact_service';
import { DealServiceService } from '@svc/proto/deal/v1/deal_service';
import { DealStatsServiceService } from '@svc/proto/deal/v1/deal_stats_service';
import { PaymentServiceService } from '@svc/proto/deal/v1/payment_service';
import { TeamShareServiceService } from '@svc/proto/deal/v1/team_share_service';
import { SuggestionServiceService } from '@svc/proto/deal/v1/suggestion_service';
import { TaskServiceService } from '@svc/proto/deal/v1/task_service';
import {
  DealTemplateServiceService,
  MessageTemplateServiceService,
  TeamTemplateServiceService,
} from '@svc/proto/deal/v1/template_service';
import { ExternalShareServiceService, PublicShareServiceService } from '@svc/proto/deal/v1/external_share_service';
import { VideoServiceService } from '@svc/proto/deal/v1/video_service';
import { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import { AuditServiceService } from '@svc/proto/identity/v1/audit_service';
import { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { SettingsServiceService, SystemSettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import { UserAdministrationServiceService } from '@svc/proto/identity/v1/user_administration_service';
import { TeamServiceService } from '@svc/proto/identity/v1/team_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { ShortLinkReportServiceService } from '@svc/proto/shortener/v1/short_link_report_service';
import { ShortLinkServiceService } from '@svc/proto/shortener/v1/short_link_service';
import { ShortLinkShareServiceService } from '@svc/proto/shortener/v1/short_link_share_service';
import { DueViewServiceService } from '@svc/proto/viewcheck/v1/due_view_service';
import { SharedReadingServiceService, ViewLogServiceService } from '@svc/proto/viewcheck/v1/view_log_service';
import type { GatewayConfig } from './config.js';

/** The services behind the gateway. */
export interface Services {
  readonly connections: Readonly<Record<keyof GatewayConfig['addresses'], Connection>>;
  readonly clients: Clients;
  readonly authentication: PromiseClient<typeof AuthenticationServiceService>;
  close(): void;
}

/** One connection a service, opened when it is first used. */
export function openServices(addresses: GatewayConfig['addresses']): Services {
  const identity = openConnection('identity', addresses.identity, METHOD_OPTIONS);
  const deal = openConnection('deal', addresses.deal, METHOD_OPTIONS);
  const viewcheck = openConnection('viewcheck', addresses.viewcheck, METHOD_OPTIONS);
  const shortener = openConnection('shortener', addresses.shortener, METHOD_OPTIONS);
  return {
    connections: { identity, deal, viewcheck, shortener },
    authentication: createClient(AuthenticationServiceService, identity),
    clients: {
      accounts: createClient(AccountServiceService, identity),
      agentAuthorizations: createClient(AgentAuthorizationServiceService, identity),
      settings: createClient(SettingsServiceService, identity),
      systemSettings: createClient(SystemSettingsServiceService, identity),
      audit: createClient(AuditServiceService, identity),
      users: createClient(UserAdministrationServiceService, identity),
      teams: createClient(TeamServiceService, identity),
      teamShares: createClient(TeamShareServiceService, deal),
      accessRequests: createClient(AccessRequestServiceService, deal),
      deals: createClient(DealServiceService, deal),
      contacts: createClient(ContactServiceService, deal),
      videos: createClient(VideoServiceService, deal),
      dealStats: createClient(DealStatsServiceService, deal),
      payments: createClient(PaymentServiceService, deal),
      bulkImport: createClient(BulkImportServiceService, deal),
      suggestions: createClient(SuggestionServiceService, deal),
      tasks: createClient(TaskServiceService, deal),
      messageTemplates: createClient(MessageTemplateServiceService, deal),
      dealTemplates: createClient(DealTemplateServiceService, deal),
      teamTemplates: createClient(TeamTemplateServiceService, deal),
      externalShares: createClient(ExternalShareServiceService, deal),
      publicShares: createClient(PublicShareServiceService, deal),
      sharedReadings: createClient(SharedReadingServiceService, viewcheck),
      viewLogs: createClient(ViewLogServiceService, viewcheck),
      dueViews: createClient(DueViewServiceService, viewcheck),
      shortLinks: createClient(ShortLinkServiceService, shortener),
      shortLinkShares: createClient(ShortLinkShareServiceService, shortener),
      shortLinkReports: createClient(ShortLinkReportServiceService, shortener),
    },
    close: () => [identity, deal, viewcheck, shortener].forEach((connection) => connection.close()),
  };
}
