import { randomUUID } from 'node:crypto';
import { validationError } from '@svc/chassis/schemas/parse-input';
import { isRequestId } from '@svc/http-host/http/begin-request';
import type { ToolCall, ToolRequest } from '@svc/http-host/mcp/mcp-server';
import type { AgentCaller } from '@svc/operations/run/operation-context';
import { validate as isUuid } from 'uuid';
import { type CallHeaders, readApprovalId, readRequestId, readSpeaker } from './call-headers.js';

/** Members of `_meta`, which a client may send besides the input of a tool instead of headers. */
const META = { requestId: 'svc.agent/request-id', approvalId: 'svc.agent/approval-id' } as const;
const META_FORMS = { requestId: 'must be 1 to 128 of `A-Z a-z 0-9 . _ -`.', approvalId: 'must be a UUID.' };

type Meta = ToolCall<unknown>['meta'];

/** The id of a call over MCP: the client's, else the request's. Calls of a batch share a request, so each of them gets a new id. */
export function nameCall({ requestId, isBatch }: ToolRequest<unknown>, meta: Meta): string {
  return namedIn(meta) ?? (isBatch ? randomUUID() : requestId);
}

/** The id of this one call from `_meta`, unlike a header, which a host may send with every call; undefined without a valid one. */
export function namedIn(meta: Meta): string | undefined {
  const named = meta[META.requestId];
  return typeof named === 'string' && isRequestId(named) ? named : undefined;
}

/** The metadata of a call over MCP. Throws VALIDATION_ERROR for malformed values. */
export function readCallMeta(call: ToolCall<AgentCaller>): Pick<CallHeaders, 'actorId' | 'channel' | 'approvalId'> {
  const { caller, meta, request, isBatch } = call;
  const speaker = readSpeaker(request, caller);
  const requestId = readMeta(meta, 'requestId', isRequestId);
  const approvalId = readMeta(meta, 'approvalId', isUuid)?.toLowerCase();
  if (isBatch) return { ...speaker, approvalId };
  if (requestId === undefined) readRequestId(request);
  return { ...speaker, approvalId: approvalId ?? readApprovalId(request) };
}

function readMeta(meta: Meta, name: keyof typeof META, isOfForm: (value: string) => boolean): string | undefined {
  const value = meta[META[name]];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && isOfForm(value)) return value;
  throw validationError([{ path: `_meta.${META[name]}`, message: META_FORMS[name] }]);
}
