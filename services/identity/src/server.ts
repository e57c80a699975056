import { setTimeout as pause } from 'node:timers/promises';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import { AuditServiceService } from '@svc/proto/identity/v1/audit_service';
import { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { SettingsServiceService, SystemSettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import { TeamServiceService } from '@svc/proto/identity/v1/team_service';
import { UserAdministrationServiceService } from '@svc/proto/identity/v1/user_administration_service';
import { accountService } from './accounts/account-service.js';
import type { SignInLimit } from './accounts/sign-in-limit.js';
import { userAdministrationService } from './administration/user-administration-service.js';
import { agentAuthorizationService } from './agent-authorizations/agent-authorization-service.js';
import type { AgentLimits } from './agent-authorizations/agent-limits.js';
import { auditService } from './audit/audit-service.js';
import type { AssertionIssuer } from './authentication/assertion-issuer.js';
import { authenticationService } from './authentication/authentication-service.js';
import type { SigningKeys } from './authentication/signing-keys.js';
import type { SendResetLink } from './password-resets/request-password-reset.js';
import { settingsService } from './settings/settings-service.js';
import { teamService } from './teams/team-service.js';
import { systemSettingsService } from './system-settings/system-settings-service.js';

export interface IdentityParts {
  readonly pool: Pool;
  readonly outbox: Outbox;
  readonly keys: SigningKeys;
  readonly issuer: AssertionIssuer;
  readonly signInLimit: SignInLimit;
  readonly agentLimits: AgentLimits;
  /** Seconds that a new agent's token lives. */
  readonly agentTokenLifetimeSeconds: number;
  readonly sendResetLink: SendResetLink | undefined;
  readonly serviceSecrets: Readonly<Record<string, string>>;
  readonly authReuseMs: number;
}

/** Every gRPC service of identity. */
export function addServices(server: GrpcServer, parts: IdentityParts): void {
  const { pool, outbox, authReuseMs } = parts;
  // Gateways may take an answer for granted for this long; what ends a right is answered when the last of them has run out.
  const untilForgotten = () => pause(authReuseMs);
  server.add(AuthenticationServiceService, authenticationService(parts));
  server.add(AccountServiceService, accountService({ ...parts, untilForgotten }));
  server.add(AgentAuthorizationServiceService, agentAuthorizationService({ ...parts, untilForgotten }));
  server.add(SettingsServiceService, settingsService(pool, outbox, untilForgotten));
  server.add(TeamServiceService, teamService(pool, outbox, untilForgotten));
  server.add(SystemSettingsServiceService, systemSettingsService(pool));
  server.add(AuditServiceService, auditService(pool));
  server.add(UserAdministrationServiceService, userAdministrationService(pool, untilForgotten));
}
