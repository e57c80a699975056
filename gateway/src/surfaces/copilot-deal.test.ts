import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { notFound } from '@svc/chassis/errors/app-error';
import type { CreateTurnRequest } from '@svc/proto/copilot/v1/conversation_service';
import { startTestGateway, testDeal, type TestGateway } from '../testing/test-gateway.js';

const CONVERSATION = '0190f6a2-0000-7000-8000-000000000002';
const DEAL = { id: '0190f6a2-0000-7000-8000-000000000001', name: 'Kiteline' };

let gateway: TestGateway;
const begun: CreateTurnRequest[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      deals: {
        getDeal: async ({ dealId }) => {
          if (dealId !== DEAL.id) throw notFound('deal');
          return { deal: testDeal(DEAL) };
        },
      },
      turns: {
        createTurn: async (request) => {
          begun.push(request);
          return { turn: null };
        },
      },
    },
  });
});

beforeEach(() => void begun.splice(0));

afterAll(() => gateway.stop());

async function send(context: unknown) {
  const response = await gateway.fetch(`/api/copilot/conversations/${CONVERSATION}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.signIn().token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'What is due?', context }),
  });
  return { status: response.status, body: await response.json() };
}

test('the id and name of the viewed deal are sent with the message', async () => {
  await send({ dealId: DEAL.id });
  await send({});
  await send(undefined);

  expect(begun.map(({ text, dealId, dealName }) => [text, dealId, dealName])).toEqual([
    ['What is due?', DEAL.id, DEAL.name],
    ['What is due?', null, null],
    ['What is due?', null, null],
  ]);
});

test.each([
  [{ dealId: '0190f6a2-0000-7000-8000-000000000009' }, 404, 'NOT_FOUND'],
  [{ dealId: 'kiteline' }, 400, 'VALIDATION_ERROR'],
  [{ dealId: DEAL.id, name: 'Another' }, 400, 'VALIDATION_ERROR'],
])('with the context %j nothing is sent', async (context, status, code) => {
  expect(await send(context)).toMatchObject({ status, body: { error: { code } } });

  expect(begun).toEqual([]);
});
