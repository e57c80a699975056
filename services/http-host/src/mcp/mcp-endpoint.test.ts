import { expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { silentLog } from '@svc/chassis/testing/service-database';
import { answerErrors } from '../http/answer-errors.js';
import { beginRequest } from '../http/begin-request.js';
import { mcpRoute } from './mcp-endpoint.js';

test('a caller is identified again after the message has arrived', async () => {
  const asked: (string | undefined)[] = [];
  const route = mcpRoute({
    path: '/mcp',
    server: { name: 'test', title: 'Test', version: '1.0.0' },
    tools: [],
    originsFor: () => [],
    identify: async ({ headers }) => {
      asked.push(headers.authorization);
      if (asked.length > 1) throw appError('UNAUTHENTICATED', 'The token has been revoked.');
    },
    authorize: () => undefined,
    bytesMax: () => 1_000,
    run: () => Promise.reject(new Error('No tool is offered.')),
    log: silentLog,
  });
  const begin = beginRequest(silentLog, {}, () => true);
  const answerError = answerErrors({ log: silentLog });
  const listener = await listenLocally((request, plain) => {
    const response = Object.assign(plain, { locals: {} });
    begin(request, response, () => undefined);
    route.handle(Object.assign(request, { query: {}, params: {} }), response).catch((error: unknown) => {
      void answerError(error, request, response, () => undefined);
    });
  });

  const response = await fetch(listener.url, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  await listener.close();

  expect(asked).toEqual(['Bearer t', 'Bearer t']);
  expect(response.status).toBe(401);
});
