import type { IncomingMessage } from 'node:http';
import { operationRoutes, type Route } from '@svc/http-host/http/operation-routes';
import { readJson } from '@svc/http-host/http/read-body';
import { runOperationCall } from '@svc/http-host/http/run-operation-call';
import { deviceFlowRoutes } from '@svc/http-host/oauth/device-flow-routes';
import type { Request, Response } from 'express';
import { BRIDGE_PATH, type BridgeOptions } from './bridge.js';
import { SIGN_IN_OPERATIONS, type SignInOperation } from './sign-in-operations.js';

/** Maximum bytes of a request before sign-in. */
const BYTES_MAX = 16_384;
/** Timeout of a step in milliseconds. */
const DEADLINE_MS = 10_000;

/** The login link as routes, open to anyone. */
export function loginLinkRoutes(options: BridgeOptions): Route<Request, Response>[] {
  const { clients, publicOriginOf, approvalOriginOf } = options;
  return operationRoutes<SignInOperation, undefined, Request, Response>({
    operations: SIGN_IN_OPERATIONS,
    base: BRIDGE_PATH,
    identify: async () => undefined,
    authorize: () => undefined,
    readBody: (_operation, request) => readJson(request, Math.min(BYTES_MAX, options.bodyBytesMax)),
    run({ operation, input, requestId, signal, request }) {
      const call = {
        clients,
        clientAddress: request.ip ?? '',
        publicOrigin: publicOriginOf(request),
        approvalOrigin: approvalOriginOf(request),
      };
      return runOperationCall(operation, {
        timeoutMs: DEADLINE_MS,
        context: { requestId, signal },
        readInput: () => input,
        run: (parsed) => operation.run(parsed, call),
      });
    },
  });
}

/** The OAuth device flow as routes, open to anyone. */
export function oauthRoutes(options: BridgeOptions): Route[] {
  const { clients, publicOriginOf, approvalOriginOf, log } = options;
  return deviceFlowRoutes({
    family: 'bridge',
    authorizations: clients.agentAuthorizations,
    verificationUri: (request) => `${approvalOriginOf(request as Request)}/agent/authorize`,
    resource: (request) => publicOriginOf(request as Request) + BRIDGE_PATH,
    addressOf: (request: IncomingMessage) => (request as Request).ip ?? '',
    log,
  });
}
