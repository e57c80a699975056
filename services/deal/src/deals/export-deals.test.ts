import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDeal } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test('all own deals are exported, oldest first, each once, even when some are deleted between pages', async () => {
  const owner = testUser();
  const names = Array.from({ length: 120 }, (_, number) => `Deal ${number}`);
  for (const name of names) await createDeal(service, owner, { name });
  await createDeal(service, testUser());
  const { deals } = service.as(owner);

  const first = await deals.exportDeals({ ids: [] });
  for (const { id } of first.deals.slice(0, 10)) await deals.deleteDeal({ dealId: id });
  const second = await deals.exportDeals({ ids: [], pageToken: first.nextPageToken });

  expect([...first.deals, ...second.deals].map(({ name }) => name)).toEqual(names);
  expect(second.nextPageToken ?? null).toBeNull();
  await expect(deals.exportDeals({ ids: [], pageToken: 'x' })).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('only the caller’s own deals are exported when ids are given', async () => {
  const owner = testUser();
  const [first, second] = [await createDeal(service, owner), await createDeal(service, owner)];
  await createDeal(service, owner);
  const other = await createDeal(service, testUser());
  const { deals } = service.as(owner);

  const { deals: exported } = await deals.exportDeals({ ids: [second.id, other.id, first.id] });

  expect(exported.map(({ id }) => id)).toEqual([first.id, second.id]);
  const tooMany = Array.from({ length: 501 }, () => first.id);
  await expect(deals.exportDeals({ ids: tooMany })).rejects.toMatchObject({ kind: 'invalid_input' });
});
