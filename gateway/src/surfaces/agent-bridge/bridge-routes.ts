import { createHash } from 'node:crypto';
import { isRequestId, operationOf, renameRequest, requestIdOf } from '@svc/http-host/http/begin-request';
import type { OperationAnswer } from '@svc/http-host/http/operation-answer';
import { operationRoutes, type Route, type RoutedCall } from '@svc/http-host/http/operation-routes';
import type { Operation } from '@svc/operations/registry/define-operation';
import { checkCaller } from '@svc/operations/run/checks';
import { runOperation } from '@svc/operations/run/run-operation';
import type { Request, Response } from 'express';
import { operationContext, readOperationBody } from '../operation-calls.js';
import { BRIDGE_PATH, type BridgeOptions } from './bridge.js';
import { admitCall, agentCallOf, type BridgeCall, type CallNotes, recordOf } from './bridge-calls.js';
import { CALL_HEADERS, readCallHeaders, readConfirmSecret } from './call-headers.js';

/**
 * Routes for every operation that agents may use. Checks, in this order: caller, path, call headers, maintenance, limits, scope, input, approval.
 * Records each call, refused ones too.
 */
export function bridgeRoutes(
  options: BridgeOptions,
  notesOf: (request: Request) => CallNotes,
): Route<Request, Response>[] {
  const routes = operationRoutes<Operation, BridgeCall, Request, Response>({
    operations: options.operations,
    base: BRIDGE_PATH,
    async identify({ tier }, request) {
      const caller = await options.identifyAgent(request);
      const notes = notesOf(request);
      const headers = readCallHeaders(request, caller);
      const agent = (notes.agent = agentCallOf(caller, headers, 'https'));
      if (request.res) await admitCall(notes, tier > 0, request.res, options);
      return { caller, agent, requestId: headers.requestId, idempotencyKey: headers.idempotencyKey };
    },
    authorize: (operation, { caller }) => checkCaller(operation, caller),
    readBody: (operation, request, { caller }) => readOperationBody(operation, request, options, caller),
    run: (call) => run(call, options, notesOf(call.request)),
    attributes: ({ tier }, { caller }) => ({
      'svc.tier': tier,
      'svc.surface': 'https',
      'enduser.id': createHash('sha256').update(caller.userId).digest('hex').slice(0, 16),
    }),
  });
  return routes.map((route) => recorded(route, options, notesOf));
}

async function run(
  { operation, caller: bridgeCall, input, expectedVersion, signal, request, response }: Call,
  options: BridgeOptions,
  notes: CallNotes,
): Promise<OperationAnswer> {
  const { caller, agent, requestId, idempotencyKey } = bridgeCall;
  const context = operationContext(
    request,
    options.publicOriginOf(request),
    options,
    options.forwardFor(request, response),
  );
  const result = await runOperation({
    operation,
    catalog: options.catalog,
    input,
    caller,
    renewCaller: () => options.identifyAgent(request),
    context: {
      ...context,
      expectedVersion,
      source: 'agent',
      apiPath: BRIDGE_PATH,
      ...(context.http ? { http: { ...context.http, confirmSecret: readConfirmSecret(request) } } : {}),
    },
    requestId,
    idempotencyKey,
    agent,
    noteApproval: (approvalId) => void (notes.approvalId = approvalId),
    signal,
  });
  Object.assign(notes, { output: result.output, replayed: result.replayed });
  return result;
}

type Call = RoutedCall<Operation, BridgeCall, Request, Response>;

/** Records every call that reached an operation, regardless of its outcome. */
function recorded(
  { path, handle }: Route<Request, Response>,
  { recorder }: BridgeOptions,
  notesOf: (request: Request) => CallNotes,
): Route<Request, Response> {
  return {
    path,
    async handle(request, response) {
      let failure: unknown;
      try {
        await handle(request, response);
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        const operation = operationOf(response);
        if (operation !== undefined) {
          recorder.record(recordOf(notesOf(request), operation, requestIdOf(response), failure));
        }
      }
    },
  };
}

/** Uses the request id that the agent sent, if any. */
export function takeCallName(request: Request, response: Response): void {
  const requestId = request.headers[CALL_HEADERS.requestId];
  if (typeof requestId === 'string' && isRequestId(requestId)) renameRequest(response, requestId);
}
