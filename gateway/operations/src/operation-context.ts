import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { BulkImportServiceService } from '@svc/proto/deal/v1/bulk_import_service';
import type { DealServiceService } from '@svc/proto/deal/v1/deal_service';
import type { VideoServiceService } from '@svc/proto/deal/v1/video_service';
import type { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import type { SettingsServiceService, SystemSettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import type { UserAdministrationServiceService } from '@svc/proto/identity/v1/user_administration_service';
import type { DueViewServiceService } from '@svc/proto/viewcheck/v1/due_view_service';
import type { ViewLogServiceService } from '@svc/proto/viewcheck/v1/view_log_service';

/** Clients of every gRPC service that operations call. */
export interface Clients {
  readonly accounts: PromiseClient<typeof AccountServiceService>;
  readonly settings: PromiseClient<typeof SettingsServiceService>;
  readonly systemSettings: PromiseClient<typeof SystemSettingsServiceService>;
  readonly users: PromiseClient<typeof UserAdministrationServiceService>;
  readonly deals: PromiseClient<typeof DealServiceService>;
  readonly videos: PromiseClient<typeof VideoServiceService>;
  readonly bulkImport: PromiseClient<typeof BulkImportServiceService>;
  readonly viewLogs: PromiseClient<typeof ViewLogServiceService>;
  readonly dueViews: PromiseClient<typeof DueViewServiceService>;
}

/** The verified caller, as far as surfaces and operations need to know. */
export interface Caller {
  readonly userId: string;
  readonly role: 'user' | 'admin';
  /** Compact JWT that proves the caller to services. */
  readonly assertion: string;
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
  /** Name of the product, for people. */
  readonly appName: string;
}
