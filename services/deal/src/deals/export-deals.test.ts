import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { startDeal, type DealTestService } from '../testing/deal-service.js';
import { createDeal } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test('all deals of one’s own come, oldest first, each once, also when some are deleted meanwhile', async () => {
  const owner = testUser();
  const names = Array.from({ length: 120 }, (_, number) => `Deal ${number}`);
  for (const name of names) await createDeal(service, owner, { name });
  await createDeal(service, testUser());
  const { deals } = service.as(owner);

  const first = await deals.exportDeals({});
  for (const { id } of first.deals.slice(0, 10)) await deals.deleteDeal({ dealId: id });
  const second = await deals.exportDeals({ pageToken: first.nextPageToken });

  expect([...first.deals, ...second.deals].map(({ name }) => name)).toEqual(names);
  expect(second.nextPageToken ?? null).toBeNull();
  await expect(deals.exportDeals({ pageToken: 'x' })).rejects.toMatchObject({ kind: 'invalid_input' });
});
