import type { Clients } from '@svc/operations/operation-context';
import { createClient, openConnection, type Connection, type PromiseClient } from '@svc/chassis/grpc/client';
import { BulkImportServiceService } from '@svc/proto/deal/v1/bulk_import_service';
import { DealServiceService } from '@svc/proto/deal/v1/deal_service';
import { VideoServiceService } from '@svc/proto/deal/v1/video_service';
import { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { SettingsServiceService, SystemSettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import { UserAdministrationServiceService } from '@svc/proto/identity/v1/user_administration_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { DueViewServiceService } from '@svc/proto/viewcheck/v1/due_view_service';
import { ViewLogServiceService } from '@svc/proto/viewcheck/v1/view_log_service';
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
  return {
    connections: { identity, deal, viewcheck },
    authentication: createClient(AuthenticationServiceService, identity),
    clients: {
      accounts: createClient(AccountServiceService, identity),
      settings: createClient(SettingsServiceService, identity),
      systemSettings: createClient(SystemSettingsServiceService, identity),
      users: createClient(UserAdministrationServiceService, identity),
      deals: createClient(DealServiceService, deal),
      videos: createClient(VideoServiceService, deal),
      bulkImport: createClient(BulkImportServiceService, deal),
      viewLogs: createClient(ViewLogServiceService, viewcheck),
      dueViews: createClient(DueViewServiceService, viewcheck),
    },
    close: () => [identity, deal, viewcheck].forEach((connection) => connection.close()),
  };
}
