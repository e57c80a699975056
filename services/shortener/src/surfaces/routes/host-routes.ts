import type { IncomingMessage } from 'node:http';
import type { OperationAnswer } from '@svc/http-host/http/operation-answer';
import { operationRoutes, type Route, type RoutedCall } from '@svc/http-host/http/operation-routes';
import { readJson } from '@svc/http-host/http/read-body';
import { readIdempotencyKey } from '@svc/http-host/http/request-headers';
import type { RoutedRequest } from '@svc/http-host/http/request-input';
import { SCREENSHOT_HEADER } from '@svc/image-routes/photo-routes';
import type { ImageIntake } from '@svc/images/intake/image-intake';
import type { HostCaller } from '../calls/host-call.js';
import type { HostOperation } from '../calls/host-operation.js';
import type { HostParts } from '../calls/host-parts.js';
import { receiveImage } from '../calls/receive-image.js';
import { checkAccess, runHostOperation } from '../calls/run-host-operation.js';
import { FAMILY } from './family.js';

/** Body size limits in bytes, for signed-in users and for others. */
const BYTES_MAX = 262_144;
const GUEST_BYTES_MAX = 65_536;

/** Identifies the caller. Throws `unauthorized` for an invalid credential. */
export type Identify = (request: IncomingMessage) => Promise<HostCaller>;

export interface HostRoutesOptions {
  readonly operations: readonly HostOperation[];
  readonly parts: HostParts;
  readonly identify: Identify;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly images: ImageIntake;
}

/** Routes of the host's operations, mounted at the API's path. */
export function hostRoutes(options: HostRoutesOptions): Route[] {
  return operationRoutes({
    operations: options.operations,
    base: options.parts.addresses.origin + FAMILY.api,
    identify: (_operation: HostOperation, request: RoutedRequest) => options.identify(request),
    authorize: checkAccess,
    readBody: async ({ http }, request, { kind }) =>
      http.takesImage ? undefined : readJson(request, kind === 'guest' ? GUEST_BYTES_MAX : BYTES_MAX),
    run: (call) => run(call, options),
  });
}

async function run(
  {
    operation,
    caller,
    input,
    expectedVersion,
    requestId,
    signal,
    request,
    response,
  }: RoutedCall<HostOperation, HostCaller>,
  { parts, images, addressOf }: HostRoutesOptions,
): Promise<OperationAnswer> {
  const { headers } = request;
  const call = {
    caller,
    clientAddress: addressOf(request),
    expectedVersion,
    claimToken: textOf(headers['x-claim-token']),
    screenshotId: textOf(headers[SCREENSHOT_HEADER]),
    setHeader: (name: string, value: string) => void response.setHeader(name, value),
    requestId,
    signal,
    idempotencyKey: isKept(operation, caller) ? readIdempotencyKey(request) : undefined,
    receiveImage: () => receiveImage(request, { images, caller, parts }),
  };
  return runHostOperation(operation, input, call, parts);
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/**
 * Whether an idempotency key applies. Guests have no identity to store it under, and dashboard users are guests here, because a claim
 * token is shown only once.
 */
function isKept({ access }: HostOperation, { kind }: HostCaller): boolean {
  return kind === 'agent' || (kind === 'user' && access === 'user');
}
