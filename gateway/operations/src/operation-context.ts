import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { AccessRequestServiceService } from '@svc/proto/deal/v1/access_request_service';
import type { BulkImportServiceService } from '@svc/proto/deal/v1/bulk_import_service';
import type { ContactServiceService } from '@svc/proto/deal/v1/contact_service';
import type { DealServiceService } from '@svc/proto/deal/v1/deal_service';
import type { DealStatsServiceService } from '@svc/proto/deal/v1/deal_stats_service';
import type { PaymentServiceService } from '@svc/proto/deal/v1/payment_service';
import type { TeamShareServiceService } from '@svc/proto/deal/v1/team_share_service';
import type { SuggestionServiceService } from '@svc/proto/deal/v1/suggestion_service';
import type { TaskServiceService } from '@svc/proto/deal/v1/task_service';
import type {
  DealTemplateServiceService,
  MessageTemplateServiceService,
  TeamTemplateServiceService,
} from '@svc/proto/deal/v1/template_service';
import type { ExternalShareServiceService, PublicShareServiceService } from '@svc/proto/deal/v1/external_share_service';
import type { VideoServiceService } from '@svc/proto/deal/v1/video_service';
import type { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import type { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import type { AuditServiceService } from '@svc/proto/identity/v1/audit_service';
import type { SettingsServiceService, SystemSettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import type { UserAdministrationServiceService } from '@svc/proto/identity/v1/user_administration_service';
import type { TeamServiceService } from '@svc/proto/identity/v1/team_service';
import type { ShortLinkReportServiceService } from '@svc/proto/shortener/v1/short_link_report_service';
import type { ShortLinkServiceService } from '@svc/proto/shortener/v1/short_link_service';
import type { ShortLinkShareServiceService } from '@svc/proto/shortener/v1/short_link_share_service';
import type { DueViewServiceService } from '@svc/proto/viewcheck/v1/due_view_service';
import type { SharedReadingServiceService, ViewLogServiceService } from '@svc/proto/viewcheck/v1/view_log_service';

/** Clients of every gRPC service that operations call. */
export interface Clients {
  readonly accounts: PromiseClient<typeof AccountServiceService>;
  readonly agentAuthorizations: PromiseClient<typeof AgentAuthorizationServiceService>;
  readonly settings: PromiseClient<typeof SettingsServiceService>;
  readonly systemSettings: PromiseClient<typeof SystemSettingsServiceService>;
  readonly audit: PromiseClient<typeof AuditServiceService>;
  readonly users: PromiseClient<typeof UserAdministrationServiceService>;
  readonly teams: PromiseClient<typeof TeamServiceService>;
  readonly teamShares: PromiseClient<typeof TeamShareServiceService>;
  readonly accessRequests: PromiseClient<typeof AccessRequestServiceService>;
  readonly deals: PromiseClient<typeof DealServiceService>;
  readonly contacts: PromiseClient<typeof ContactServiceService>;
  readonly videos: PromiseClient<typeof VideoServiceService>;
  readonly dealStats: PromiseClient<typeof DealStatsServiceService>;
  readonly payments: PromiseClient<typeof PaymentServiceService>;
  readonly bulkImport: PromiseClient<typeof BulkImportServiceService>;
  readonly suggestions: PromiseClient<typeof SuggestionServiceService>;
  readonly tasks: PromiseClient<typeof TaskServiceService>;
  readonly messageTemplates: PromiseClient<typeof MessageTemplateServiceService>;
  readonly dealTemplates: PromiseClient<typeof DealTemplateServiceService>;
  readonly teamTemplates: PromiseClient<typeof TeamTemplateServiceService>;
  readonly externalShares: PromiseClient<typeof ExternalShareServiceService>;
  readonly publicShares: PromiseClient<typeof PublicShareServiceService>;
  readonly sharedReadings: PromiseClient<typeof SharedReadingServiceService>;
  readonly viewLogs: PromiseClient<typeof ViewLogServiceService>;
  readonly dueViews: PromiseClient<typeof DueViewServiceService>;
  readonly shortLinks: PromiseClient<typeof ShortLinkServiceService>;
  readonly shortLinkShares: PromiseClient<typeof ShortLinkShareServiceService>;
  readonly shortLinkReports: PromiseClient<typeof ShortLinkReportServiceService>;
}

/** The verified caller, as far as surfaces and operations need to know. */
export interface Caller {
  readonly userId: string;
  readonly role: 'user' | 'admin';
  /** Compact JWT that proves the caller to services. */
  readonly assertion: string;
}

/** A change that somebody proposes: an operation by its name, and the input for it. */
export interface ProposedChange {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What operations may do with proposed changes. Only writes that agents may use, and that delete nothing, can be proposed. */
export interface Proposals {
  /** Throws VALIDATION_ERROR, with paths below `path`, unless the operation can be proposed and takes the input. */
  check(change: ProposedChange, path: string): void;
  /** Runs the change as the caller, with every check, once for one key. Answers what the operation answers. */
  run(change: ProposedChange, idempotencyKey: string): Promise<unknown>;
}

/** What can be told about the operations of the product. */
export interface Descriptions {
  /** JSON Schemas of the records that operations answer, by name. */
  entities(): Readonly<Record<string, object>>;
  /** The operations that agents may be allowed. */
  actions(): readonly object[];
}

/** What an operation may use beside its input. */
export interface OperationContext {
  readonly clients: Clients;
  /** Where the request came from; nobody but sign-in limits and the list of sessions uses it. */
  readonly client: { readonly address: string; readonly userAgent: string };
  /** Kind of program that calls, as far as view logs name it. */
  readonly source: 'dashboard' | 'extension';
  /** Version in `If-Match`; null when the caller sent none. */
  readonly expectedVersion: number | null;
  /** Origin under which people reach the product, for links. */
  readonly baseUrl: string;
  /** Viewing pass of an external share that was opened before; null when the caller has none. */
  readonly viewingPass: string | null;
  /** Name of the product, for people. */
  readonly appName: string;
  /**
   * Streams the body of the call to the service that takes images, at this path of its internal listener, and answers what it
   * answers. Only for operations whose body nobody reads here (`http.accepts`).
   */
  readonly forwardBody: (path: string) => Promise<unknown>;
  readonly proposals: Proposals;
  readonly descriptions: Descriptions;
}

/** What surfaces give of it. */
export type SurfaceContext = Omit<OperationContext, 'proposals' | 'descriptions'>;
