import type { AgentPrincipal, SignedInPrincipal } from '@svc/chassis/calls/principal';
import { LEGACY_SCOPES, SCOPES } from '../agent-authorizations/scopes.js';
import { DEFAULT_SETTINGS } from '../settings/settings-repo.js';
import type { AgentPrincipalRow, PrincipalRow, SessionPrincipalRow } from './principal-repo.js';

/** Builds the principal of an open session. */
export function signedInPrincipal(row: SessionPrincipalRow): SignedInPrincipal {
  return { kind: 'user', ...person(row), role: row.role, sessionId: row.sessionId };
}

/** Builds the principal of an agent's open connection. */
export function agentPrincipal(row: AgentPrincipalRow): AgentPrincipal {
  const { requestId, clientId, family, actorId, channel } = row;
  const scopes = row.scopes ?? LEGACY_SCOPES;
  const agent = { requestId, clientId, family, scopes, actorId, channel };
  return { kind: 'agent', ...person(row), role: 'user', agent };
}

/** Builds the principal of an operator's adapter: every scope of the bridge, for the user that it names. */
export function adapterPrincipal(row: PrincipalRow): AgentPrincipal {
  const agent = { requestId: null, clientId: null, family: 'bridge' as const, actorId: null, channel: null };
  return { kind: 'agent', ...person(row), role: 'user', agent: { ...agent, scopes: SCOPES.bridge.all } };
}

function person(row: PrincipalRow) {
  return {
    userId: row.userId,
    name: row.name,
    teams: row.teams,
    preferences: {
      timeZone: row.timeZone ?? DEFAULT_SETTINGS.timeZone,
      locale: row.locale ?? DEFAULT_SETTINGS.locale,
      currency: row.currency ?? DEFAULT_SETTINGS.currency,
      viewCheckDays: row.viewCheckDays ?? DEFAULT_SETTINGS.viewCheckDays,
    },
  };
}
