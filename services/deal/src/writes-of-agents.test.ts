import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { reportedToolCalls } from '@svc/chassis/testing/reported-tool-calls';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from './testing/deal-service.js';
import { dealRequest } from './testing/records.js';

const SCOPES = ['svc.write.low_risk', 'svc.write.sensitive'];

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

/** Clients of an agent in one call. */
const calling = (operation: string, agent = testAgent({}, SCOPES), requestId = newId()) => ({
  agent,
  clients: service.as(agent, {
    requestId,
    idempotencyKey: requestId,
    operation,
    tier: 2,
    agent: { surface: 'https' },
  }),
});

test('an agent’s write names the deal that it changed, without its contents', async () => {
  const { agent, clients } = calling('deals.create');

  const { deal } = await clients.deals.createDeal(
    dealRequest({ name: 'Spring', promoCode: 'SAVE20', notes: 'private' }),
  );
  await calling('deals.delete', agent).clients.deals.deleteDeal({ dealId: deal!.id });

  expect(await reportedToolCalls(service.pool, agent.userId, service.delivered)).toMatchObject([
    {
      operation: 'deals.create',
      connectionId: agent.agent.requestId,
      handles: { dealId: deal!.id, dealName: 'Spring', promoCode: 'SAVE20', status: deal!.status },
    },
    { operation: 'deals.delete', handles: { dealId: deal!.id } },
  ]);
  expect(JSON.stringify(await reportedToolCalls(service.pool, agent.userId, service.delivered))).not.toContain(
    'private',
  );
});

test('an import names its deals and counts', async () => {
  const { agent, clients } = calling('deals.bulk_add_view_checks');

  const { deals } = await clients.bulkImport.processBulkImport({
    postDate: '2026-01-05',
    collections: [],
    linksText: 'Spring\nCODE: SAVE20\nhttps://www.youtube.com/watch?v=abc123XYZ_0',
  });

  const [record] = await reportedToolCalls(service.pool, agent.userId, service.delivered);
  expect(record?.handles).toEqual({
    deals: [{ dealId: deals[0]?.dealId, name: 'Spring', promoCode: 'SAVE20', status: 'active' }],
    summary: {
      groups: 1,
      videosAdded: 1,
      videosAlreadyPresent: 0,
      dealsCreated: 1,
      dealsReused: 0,
      needsPromoCode: 0,
      duplicatesSkipped: 0,
    },
  });
});

test('a repeated write is reported once, and writes of users are not reported', async () => {
  const { agent, clients } = calling('deals.create');
  const user = testUser();

  await clients.deals.createDeal(dealRequest());
  await clients.deals.createDeal(dealRequest());
  await service.as(user).deals.createDeal(dealRequest());

  expect(await reportedToolCalls(service.pool, agent.userId, service.delivered)).toHaveLength(1);
  expect(await reportedToolCalls(service.pool, user.userId, service.delivered)).toEqual([]);
});
