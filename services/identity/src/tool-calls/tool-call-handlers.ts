import type { AgentGrant, UserPrincipal } from '@svc/chassis/calls/principal';
import { forbidden, invalidInput, readOneOf } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { parseRange } from '@svc/chassis/time/calendar';
import { type ListToolCallsRequest, ToolCallService as methods } from '@svc/proto/identity/v1/tool_call_service';
import { validate as isUuid } from 'uuid';
import { completeMadeClaims } from '../approvals/made-call-repo.js';
import { readToolCalls } from './read-tool-calls.js';
import {
  insertToolCalls,
  listToolCalls,
  type StoredToolCall,
  TOOL_CALL_STATUSES,
  type ToolCallFilter,
} from './tool-call-repo.js';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 200;

/** Records of agents' calls. */
export function toolCallHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    recordToolCalls: async ({ calls }) => keep(pool, readToolCalls(calls)),
    recordOwnToolCalls: write(methods.recordOwnToolCalls, async (tx, { calls }, { user }) => {
      const whose = { userId: user.userId, connectionId: grantOf(user).requestId ?? undefined };
      // The copilot's calls do not belong to an agent.
      const own = calls.filter(({ surface }) => surface !== 'copilot');
      await keep(tx, readToolCalls(own.map((call) => ({ ...call, ...whose }))));
    }),
    listToolCalls: async ({ limit, skip, ...wanted }, { signedIn }) => {
      if (limit < 0) throw invalidInput('limit', 'must be 1 or more.');
      if (skip < 0) throw invalidInput('offset', 'must be 0 or more.');
      const page = { limit: Math.min(limit === 0 ? LIMIT_DEFAULT : limit, LIMIT_MAX), offset: skip };
      const filter = readFilter(wanted, signedIn.preferences.timeZone);
      const { rows: calls, total } = await listToolCalls(pool, signedIn.userId, filter, page);
      return { calls, totalSize: total };
    },
  };
}

/** Reads the filters; days are in the time zone. Throws `invalid_input` for unknown values, and a range that ends before it starts. */
function readFilter(wanted: Omit<ListToolCallsRequest, 'limit' | 'skip'>, timeZone: string): ToolCallFilter {
  const { connectionId = null, writesOnly, copilotOnly } = wanted;
  if (connectionId !== null && !isUuid(connectionId)) throw invalidInput('connectionId', 'must be a UUID.');
  const status = typeof wanted.status === 'string' ? readOneOf('status', wanted.status, TOOL_CALL_STATUSES) : null;
  return { connectionId, writesOnly, status, copilotOnly, ...parseRange(wanted, timeZone) };
}

/** Stores records and completes their approvals, because the gateway of a call may have died before it could report them. */
async function keep(db: Db, calls: readonly StoredToolCall[]): Promise<void> {
  await insertToolCalls(db, calls);
  await completeMadeClaims(
    db,
    calls.flatMap(({ status, approvalId, ...call }) => {
      const { userId, connectionId, surface, operation, at } = call;
      if (status !== 'ok' || typeof approvalId !== 'string') return [];
      return [{ userId, connectionId, surface, approvalId, operation, at }];
    }),
  );
}

function grantOf(user: UserPrincipal): AgentGrant {
  if (user.kind === 'agent') return user.agent;
  throw forbidden('Only calls of agents are recorded.');
}
