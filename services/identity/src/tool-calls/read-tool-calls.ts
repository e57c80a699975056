import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ToolCall } from '@svc/proto/identity/v1/tool_call_service';
import { validate as isUuid } from 'uuid';
import { type StoredToolCall, TOOL_CALL_STATUSES } from './tool-call-repo.js';

/** Maximum records in a call. */
const CALLS_MAX = 100;

/** Maximum bytes of a record's references. */
const HANDLES_BYTES_MAX = 4_096;

const SURFACES: ReadonlySet<string> = new Set(['https', 'mcp', 'copilot']);
const STATUSES: ReadonlySet<string> = new Set(TOOL_CALL_STATUSES);

/**
 * Fits records to the table: long values are cut, malformed ones dropped, because a report is repeated until it is accepted, and one record must not
 * block the others. Throws VALIDATION_ERROR for too many at once.
 */
export function readToolCalls(calls: readonly ToolCall[]): StoredToolCall[] {
  if (calls.length > CALLS_MAX) throw invalidInput('calls', `must have at most ${CALLS_MAX} entries.`);
  return calls.filter(isRecord).map(({ handlesJson, agentName: _theirs, ...call }) => ({
    ...call,
    connectionId: uuidOf(call.connectionId),
    operation: cut(call.operation, 100),
    tier: whole(call.tier, 2),
    requestId: cut(call.requestId, 200),
    actorId: textOf(call.actorId),
    channel: textOf(call.channel),
    httpStatus: whole(call.httpStatus, 599),
    code: textOf(call.code),
    durationMs: whole(call.durationMs, 2_147_483_647),
    approvalId: uuidOf(call.approvalId),
    handles: readHandles(handlesJson),
    notWrittenDown: countOf(call.notWrittenDown),
    at: call.at ?? new Date(),
  }));
}

/** Whether the record's owner and kind are known. */
function isRecord({ id, userId, surface, status }: ToolCall): boolean {
  return isUuid(id) && isUuid(userId) && SURFACES.has(surface) && STATUSES.has(status);
}

/** Parses a JSON object; returns an empty one for anything else, and for one that is too large. */
function readHandles(json: string): object {
  if (Buffer.byteLength(json) > HANDLES_BYTES_MAX || json.includes(String.raw`\u0000`)) return {};
  try {
    const handles: unknown = JSON.parse(json);
    return typeof handles === 'object' && handles !== null && !Array.isArray(handles) ? handles : {};
  } catch {
    return {};
  }
}

function uuidOf(text: string | null | undefined): string | undefined {
  return typeof text === 'string' && isUuid(text) ? text : undefined;
}

/** The number of calls in a combined record; undefined for the record of a single call. */
function countOf(calls: number | null | undefined): number | undefined {
  const count = whole(calls ?? 0, 2_147_483_647);
  return count === 0 ? undefined : count;
}

function textOf(text: string | null | undefined): string | undefined {
  return typeof text === 'string' ? cut(text, 100) : undefined;
}

/** Cuts a text, removes NUL characters and replaces lone surrogates, because databases cannot store them. */
function cut(text: string, lengthMax: number): string {
  return text.replaceAll('\0', '').slice(0, lengthMax).toWellFormed();
}

function whole(number: number, max: number): number {
  return Math.min(Math.max(Math.trunc(number), 0), max);
}
