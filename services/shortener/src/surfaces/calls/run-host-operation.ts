import { ifStillAllowedFor } from '@svc/chassis/assertions/renewal';
import { openingScopes } from '@svc/chassis/calls/agent-scopes';
import { appError } from '@svc/chassis/errors/app-error';
import { checkScope } from '@svc/chassis/grpc/check-access';
import { OPERATION_MS, UPLOAD_MS } from '@svc/http-host/http/deadlines';
import { methodsOf } from '@svc/http-host/http/http-operation';
import type { OperationAnswer } from '@svc/http-host/http/operation-answer';
import { runOperationCall } from '@svc/http-host/http/run-operation-call';
import type { Upload } from '@svc/images/intake/image-intake';
import { shortenerError } from '../../error-codes.js';
import { authRequired } from '../../links/link-errors.js';
import type { HostCall, HostCaller } from './host-call.js';
import type { HostOperation } from './host-operation.js';
import type { HostParts } from './host-parts.js';

/** Identity of guests. */
const NO_ONE = { principal: undefined, assertion: undefined, forwarded: undefined };

/** What a call has without the headers for it. */
const NOTHING_SENT = { expectedVersion: null, claimToken: undefined, screenshotId: undefined };

/** A call from a surface. */
export interface HostRequest extends Partial<HostCall> {
  readonly caller: HostCaller;
  readonly clientAddress: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal;
  /** Reads the image and the other fields from the unread body. */
  readonly receiveImage?: () => Promise<Upload>;
}

/**
 * Entry point for every surface: authorizes the caller, validates the input, then runs. Rejects with an AppError that says what was
 * wrong and what to do.
 */
export async function runHostOperation(
  operation: HostOperation,
  rawInput: Readonly<Record<string, unknown>>,
  { requestId, idempotencyKey, signal = new AbortController().signal, receiveImage, ...request }: HostRequest,
  parts: HostParts,
): Promise<OperationAnswer> {
  const { caller } = request;
  checkAccess(operation, caller);
  if (!methodsOf(operation).includes('GET')) await parts.checkMaintenance?.();
  const call: HostCall = { ...NOTHING_SENT, setHeader: () => undefined, ...request };
  // Forward the assertion, because identity answers about the user's agents.
  const { principal, assertion, forwarded } = { ...NO_ONE, ...caller };
  const ifStillAllowed = ifStillAllowedFor(parts.asGranted, principal);
  const { takesImage } = operation.http;
  let upload: Upload | undefined;
  return runOperationCall(operation, {
    timeoutMs: takesImage ? UPLOAD_MS : OPERATION_MS,
    context: { requestId, signal, idempotencyKey, principal, assertion, ...forwarded },
    readInput: async () => {
      // Reject a caller without budget or quota before reading the image.
      await operation.beforeImage?.(call, parts);
      if (takesImage) upload = await receiveImage?.();
      const sent = upload?.fields ?? rawInput;
      return operation.prepare?.(sent, call) ?? sent;
    },
    run: (input) =>
      ifStillAllowed(() => operation.run(input as never, upload ? { ...call, image: upload.image } : call, parts)),
  });
}

/** Also runs before the body is read, so that unauthorized callers cannot upload. */
export function checkAccess(
  { access, scope, bridgeScope }: Pick<HostOperation, 'access' | 'scope' | 'bridgeScope'>,
  caller: HostCaller,
): void {
  if (access === 'public') return;
  if (access === 'user') {
    if (caller.kind === 'user') return;
    if (caller.kind === 'agent' && bridgeScope) return checkScope(caller.principal, openingScopes(bridgeScope));
    throw appError('UNAUTHENTICATED', 'Sign in to the dashboard and call this through the main host.');
  }
  if (caller.kind === 'agent') {
    if (scope === undefined || caller.scopes.has(scope)) return;
    throw shortenerError(
      'shortener_scope_not_authorized',
      `The token lacks the scope ${scope}. Ask your user for a token with it: start a new device authorization.`,
      { data: { scopes: [scope], granted: [...caller.scopes] } },
    );
  }
  if (access === 'agent') throw authRequired('This');
}
