import { type AsGranted, ifStillAllowedFor } from '@svc/chassis/assertions/renewal';
import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import { openingScopes } from '@svc/chassis/calls/agent-scopes';
import { checkScope } from '@svc/chassis/grpc/check-access';
import { unauthenticated } from '@svc/chassis/grpc/server-call';
import { UPLOAD_MS } from '@svc/http-host/http/deadlines';
import { type AssertedCaller, assertedHost } from '@svc/http-host/http/forwarded-identity';
import type { OperationAnswer } from '@svc/http-host/http/operation-answer';
import { operationRoutes, type Route, type RoutedCall } from '@svc/http-host/http/operation-routes';
import { readIdempotencyKey } from '@svc/http-host/http/request-headers';
import { runOperationCall } from '@svc/http-host/http/run-operation-call';
import type { ImageIntake } from '@svc/images/intake/image-intake';
import type { ImageCall, ImageOperation } from './image-operation.js';
import { IMAGE_OPERATIONS } from './image-operations.js';
import { LOGO_OPERATIONS } from './logo-operations.js';
import type { SurfaceParts } from './surface-parts.js';

export interface ImageRoutesOptions {
  readonly parts: SurfaceParts;
  readonly images: ImageIntake;
  /** Maximum size of an agent's image, in bytes. */
  readonly agentImageBytesMax: number;
  readonly verify: VerifyAssertion;
  readonly asGranted: AsGranted;
}

/** Routes of the internal listener. */
export function imageRoutes(options: ImageRoutesOptions): Route[] {
  const host = assertedHost(options.verify, (asserted) => asserted);
  return operationRoutes({
    operations: [...IMAGE_OPERATIONS, ...LOGO_OPERATIONS],
    base: '',
    identify: (_operation: ImageOperation, request) => host.identify(request),
    authorize: checkAccess,
    readBody: async () => undefined,
    run: (call) => run(call, options),
  });
}

/** Runs before the body is read, so that an unauthorized caller uploads nothing. */
function checkAccess({ access, scope }: ImageOperation, caller: AssertedCaller | undefined): void {
  if (access === 'public') return;
  const user = caller?.principal;
  if (!user) throw unauthenticated();
  if (user.kind === 'agent') checkScope(user, openingScopes(scope));
}

async function run(
  { operation, caller, input, request, requestId, signal }: RoutedCall<ImageOperation, AssertedCaller | undefined>,
  { parts, images, agentImageBytesMax, asGranted }: ImageRoutesOptions,
): Promise<OperationAnswer> {
  const user = caller?.principal;
  const { headers } = request;
  const call: ImageCall = {
    user,
    receive: (limits) =>
      images.receive(request, user?.kind === 'agent' ? { ...limits, imageBytesMax: agentImageBytesMax } : limits),
    ifStillAllowed: ifStillAllowedFor(asGranted, user),
    wanted: {
      isHead: request.method === 'HEAD',
      range: headers.range,
      ifRange: typeof headers['if-range'] === 'string' ? headers['if-range'] : undefined,
      ifNoneMatch: headers['if-none-match'],
    },
  };
  return runOperationCall(operation, {
    timeoutMs: UPLOAD_MS,
    context: { requestId, signal, ...caller, idempotencyKey: readIdempotencyKey(request) },
    readInput: () => input,
    run: (parsed) => operation.run(parsed as never, call, parts),
  });
}
