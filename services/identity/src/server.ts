import { setTimeout as pause } from 'node:timers/promises';
import type { GrpcServer } from '@svc/chassis/grpc/server';
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
import { TurnApprovalService } from '@svc/proto/identity/v1/turn_approval_service';
import { UserAdministrationService } from '@svc/proto/identity/v1/user_administration_service';
import { type AccountDependencies, accountHandlers } from './accounts/account-handlers.js';
import { userAdministrationHandlers } from './administration/user-administration-handlers.js';
import {
  type AgentAuthorizationDependencies,
  agentAuthorizationHandlers,
} from './agent-authorizations/agent-authorization-handlers.js';
import { type ApprovalDependencies, approvalHandlers } from './approvals/approval-handlers.js';
import { turnApprovalHandlers } from './approvals/turn-approval-handlers.js';
import { auditHandlers } from './audit/audit-handlers.js';
import { type AuthenticationDependencies, authenticationHandlers } from './authentication/authentication-handlers.js';
import { type ReminderDependencies, reminderHandlers } from './reminders/reminder-handlers.js';
import { savedViewHandlers } from './saved-views/saved-view-handlers.js';
import { type SettingsDependencies, settingsHandlers } from './settings/settings-handlers.js';
import { systemSettingsHandlers } from './system-settings/system-settings-handlers.js';
import { type TeamDependencies, teamHandlers } from './teams/team-handlers.js';
import { toolCallHandlers } from './tool-calls/tool-call-handlers.js';

type Parts = AuthenticationDependencies &
  AccountDependencies &
  AgentAuthorizationDependencies &
  ApprovalDependencies &
  TeamDependencies &
  ReminderDependencies &
  SettingsDependencies;

export interface IdentityParts extends Omit<Parts, 'untilForgotten'> {
  /** Milliseconds for which gateways may cache an authentication. */
  readonly authReuseMs: number;
  /** The copilot's daily limit from the environment; undefined when unset. */
  readonly copilotFreeDailyLimit: number | undefined;
}

/** Adds all gRPC services of identity. */
export function addServices(server: GrpcServer, parts: IdentityParts): void {
  const { pool, write, outbox, authReuseMs } = parts;
  // Gateways may cache authentications for this long, so a call that revokes a permission waits until the last cache has expired.
  const untilForgotten = () => pause(authReuseMs);
  server.add(AuthenticationService, authenticationHandlers(parts));
  server.add(AccountService, accountHandlers({ ...parts, untilForgotten }));
  server.add(AgentAuthorizationService, agentAuthorizationHandlers({ ...parts, untilForgotten }));
  server.add(ApprovalService, approvalHandlers(parts));
  server.add(TurnApprovalService, turnApprovalHandlers(pool, write));
  server.add(ToolCallService, toolCallHandlers(pool, write));
  server.add(SettingsService, settingsHandlers(parts));
  server.add(ReminderService, reminderHandlers(parts));
  server.add(SavedViewService, savedViewHandlers(pool, write));
  server.add(TeamService, teamHandlers({ ...parts, untilForgotten }));
  server.add(SystemSettingsService, systemSettingsHandlers({ ...parts, untilForgotten }));
  server.add(AuditService, auditHandlers(pool, write));
  server.add(UserAdministrationService, userAdministrationHandlers(pool, write, outbox, untilForgotten));
}
