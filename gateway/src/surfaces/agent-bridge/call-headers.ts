import type { IncomingMessage } from 'node:http';
import { ACTOR_NAME, ACTOR_NAME_RULE } from '@svc/chassis/schemas/actor-name';
import { validationError } from '@svc/chassis/schemas/parse-input';
import { isRequestId } from '@svc/http-host/http/begin-request';
import { readIdempotencyKey } from '@svc/http-host/http/request-headers';
import type { AgentCaller } from '@svc/operations/run/operation-context';
import { validate as isUuid } from 'uuid';

/** Headers with which agents describe a call. */
export const CALL_HEADERS = {
  requestId: 'x-dd-request-id',
  actingUserId: 'x-dd-acting-user-id',
  actorId: 'x-dd-actor-id',
  channel: 'x-dd-channel',
  approvalId: 'x-dd-approval-id',
  confirmSecret: 'x-dd-approval-confirm-secret',
} as const;

type Name = keyof typeof CALL_HEADERS;

const REQUEST_ID_FORM = 'must name the call: 1 to 128 of `A-Z a-z 0-9 . _ -`, the same again to repeat it.';

/** Properties of a caller's connection that affect its headers. */
type Connected = Pick<AgentCaller, 'connectionId'>;

/** One call of an agent, as its headers describe it. */
export interface CallHeaders {
  /** Identifies the call in all services, and makes a write repeatable. */
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly actorId: string | undefined;
  readonly channel: string | undefined;
  readonly approvalId: string | undefined;
}

/** Parses the headers. Throws VALIDATION_ERROR for a missing request id and for malformed values. */
export function readCallHeaders(request: IncomingMessage, caller: Connected): CallHeaders {
  const requestId = readRequestId(request);
  if (requestId === undefined) throw refused('requestId', REQUEST_ID_FORM);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return {
    requestId,
    idempotencyKey: isRead ? undefined : (readIdempotencyKey(request) ?? requestId),
    approvalId: readApprovalId(request),
    ...readSpeaker(request, caller),
  };
}

/** The request id that the caller sent; undefined without the header. Throws VALIDATION_ERROR for an invalid id. */
export function readRequestId(request: IncomingMessage): string | undefined {
  const value = headerOf(request, 'requestId');
  if (value === undefined || isRequestId(value)) return value;
  throw refused('requestId', REQUEST_ID_FORM);
}

/** The approval that a call names; undefined without the header. Throws VALIDATION_ERROR for an invalid id. */
export function readApprovalId(request: IncomingMessage): string | undefined {
  return readUuid(request, 'approvalId');
}

/** What an agent claims to be. Throws VALIDATION_ERROR for malformed values, and for the user of an adapter from anyone else. */
export function readSpeaker(
  request: IncomingMessage,
  { connectionId }: Connected,
): Pick<CallHeaders, 'actorId' | 'channel'> {
  if (connectionId !== null && headerOf(request, 'actingUserId') !== undefined) {
    throw refused('actingUserId', 'must be left out: a token acts only for the user who approved it.');
  }
  return { actorId: readSaid(request, 'actorId'), channel: readSaid(request, 'channel') };
}

/** The user for whom an operator's adapter acts; undefined without the header. Throws VALIDATION_ERROR for an invalid id. */
export function readActingUserId(request: IncomingMessage): string | undefined {
  return readUuid(request, 'actingUserId');
}

/** The secret with which an adapter may confirm approvals; undefined without the header. */
export function readConfirmSecret(request: IncomingMessage): string | undefined {
  return headerOf(request, 'confirmSecret');
}

/** The value of a header; undefined without it. A repeated header is joined, so it matches no format. */
function headerOf({ headers }: IncomingMessage, name: Name): string | undefined {
  return headers[CALL_HEADERS[name]]?.toString();
}

function readSaid(request: IncomingMessage, name: 'actorId' | 'channel'): string | undefined {
  const value = headerOf(request, name);
  if (value === undefined || ACTOR_NAME.test(value)) return value;
  throw refused(name, ACTOR_NAME_RULE);
}

function readUuid(request: IncomingMessage, name: 'actingUserId' | 'approvalId'): string | undefined {
  const value = headerOf(request, name);
  if (value === undefined || isUuid(value)) return value?.toLowerCase();
  throw refused(name, 'must be a UUID.');
}

function refused(name: Name, message: string): Error {
  return validationError([{ path: CALL_HEADERS[name], message }]);
}
