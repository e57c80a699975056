import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import { createStopSteps } from '@svc/chassis/process/process';
import { silentLog } from '@svc/chassis/testing/service-database';
import { z } from 'zod';
import { answerErrors } from '../http/answer-errors.js';
import { beginRequest } from '../http/begin-request.js';
import type { EventAnswer, EventStreamLimits } from '../http/event-stream.js';
import type { HttpOperation } from '../http/http-operation.js';
import { listenHttp } from '../http/listen.js';
import { operationRoutes } from '../http/operation-routes.js';

/** An operation that only reads, and one that changes something first. */
const OPERATIONS: readonly HttpOperation[] = (['GET', 'POST'] as const).map((method) => ({
  name: `turn.${method}`,
  summary: 'Stream a turn',
  tier: method === 'GET' ? 0 : 1,
  http: { method, path: '/turn', events: true },
  input: z.strictObject({}),
  output: z.object({}),
}));

/** Starts a host that streams a turn at `/turn`, without a framework. */
export async function startEventHost(answer: () => EventAnswer | undefined, eventLimits: EventStreamLimits) {
  const [route] = operationRoutes<HttpOperation, undefined, never, never>({
    operations: OPERATIONS,
    base: '/api',
    identify: async () => undefined,
    authorize: () => undefined,
    readBody: async () => ({}),
    eventLimits,
    run: async () => ({ events: answer() }),
  });
  const begin = beginRequest(silentLog, {}, () => true);
  const answerError = answerErrors({ log: silentLog });
  const handle = (request: IncomingMessage, plain: ServerResponse): void => {
    const response = Object.assign(plain, { locals: {} });
    begin(request, response, () => undefined);
    const routed = Object.assign(request, { query: {}, params: {} });
    route?.handle(routed as never, response as never).catch((error: unknown) => {
      void answerError(error, request, response, () => undefined);
    });
  };
  const steps = createStopSteps(silentLog);
  const port = await listenHttp(handle, { host: '127.0.0.1', port: 0 }, steps.onStop);
  return { port, stop: () => steps.run(5_000) };
}

/** Returns the response as soon as its headers arrive. */
export function askForTurn(
  port: number,
  { method = 'POST', accept }: { readonly method?: string; readonly accept?: string } = {},
): Promise<IncomingMessage> {
  const headers = accept === undefined ? {} : { accept };
  return new Promise((resolve, reject) => {
    sendRequest({ host: '127.0.0.1', port, path: '/turn', method, headers }, resolve).once('error', reject).end();
  });
}
