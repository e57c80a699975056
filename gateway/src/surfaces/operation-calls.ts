import type { BodyRoom } from '@svc/chassis/bodies/body-room';
import { appError } from '@svc/chassis/errors/app-error';
import { hasBody, isOfType, readJson } from '@svc/http-host/http/read-body';
import type { Operation } from '@svc/operations/registry/define-operation';
import type { Caller, SurfaceContext } from '@svc/operations/run/operation-context';
import type { Request } from 'express';
import { claimantFor } from '../http/claimant-for.js';
import type { Forward } from '../proxies/forward.js';
import { readViewingPass } from '../sessions/viewing-pass.js';

/** Path below which the dashboard's operations are. */
export const API_PATH = '/api';

/** Maximum bytes of a body from a signed-in caller, unless the operation accepts more. */
const BYTES_MAX = 1_048_576;

/** Maximum bytes of a body from an anonymous caller: sign-in forms and passwords. */
const OPEN_BYTES_MAX = 16_384;

/** Options for reading bodies, regardless of the operation. */
export interface ReadBodyOptions {
  /** Maximum bytes of any body that the gateway reads itself. */
  readonly bodyBytesMax: number;
  /** Memory for large bodies, shared by all surfaces. */
  readonly bodyRoom: BodyRoom;
}

/** Parses JSON; undefined for a body that is streamed to a service, which applies the remaining rules. */
export async function readOperationBody(
  { access, http }: Operation,
  request: Request,
  { bodyBytesMax: bytesMax, bodyRoom }: ReadBodyOptions,
  caller: Caller | undefined,
): Promise<unknown> {
  const isOpen = access === 'public' || access === 'anyone';
  const ownMax = http.bodyBytesMax ?? (isOpen ? OPEN_BYTES_MAX : BYTES_MAX);
  if (!http.accepts) {
    const enter = request.res && bodyRoom.untilAnswered(request.res, claimantFor(caller, request));
    return readJson(request, Math.min(ownMax, bytesMax), enter);
  }
  if (!hasBody(request) || isOfType(request, http.accepts.types)) return undefined;
  const message = `Send the body with Content-Type: ${http.accepts.types.join(' or ')}.`;
  throw appError('UNSUPPORTED_MEDIA_TYPE', message);
}

/** Context that is the same for every request. */
type Installation = Pick<SurfaceContext, 'clients' | 'appName' | 'shortenerOrigin' | 'documentation'>;

/** Facts about a request for every operation. */
export function operationContext(
  request: Request,
  baseUrl: string,
  { clients, appName, shortenerOrigin, documentation }: Installation,
  forward: Forward = REFUSE_FORWARDING,
): SurfaceContext {
  return {
    clients,
    source: 'dashboard',
    expectedVersion: null,
    apiPath: API_PATH,
    baseUrl,
    appName,
    shortenerOrigin,
    documentation,
    http: {
      sender: { address: request.ip ?? '', userAgent: (request.headers['user-agent'] ?? '').slice(0, 400) },
      viewingPass: readViewingPass(request),
      ...forward,
    },
  };
}

/** Forwarder for surfaces without bodies and files. */
const REFUSE_FORWARDING: Forward = {
  forwardBody: () =>
    Promise.reject(appError('VALIDATION_ERROR', 'Send the image over HTTPS, to the route of this operation.')),
  forwardFile: () =>
    Promise.reject(appError('VALIDATION_ERROR', 'Read the image over HTTPS, at the route of this operation.')),
};
