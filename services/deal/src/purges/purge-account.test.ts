import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDeal, createSharedDeal, getDeal } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test('a purge removes every row of the account and none of others, and may be repeated', async () => {
  const [gone, kept] = [await createSharedDeal(service), await createSharedDeal(service)];
  const { ownerId } = gone.deal;
  const identity = service.as({ kind: 'service', service: 'identity' });
  await identity.newestViewLogs.recordOwnerTimeZone({ ownerId, timeZone: 'Europe/Berlin', settingsVersion: 1 });

  await createContact(service, gone.owner, { email: 'ann@example.org' });

  await identity.purge.purgeAccount({ ownerId });
  await identity.purge.purgeAccount({ ownerId });

  for (const table of ['contacts', 'contact_match_keys', 'deals', 'deal_videos', 'deal_activity', 'owner_time_zones']) {
    const { rows } = await service.pool.query(`select 1 from deal.${table} where owner_id = $1`, [ownerId]);
    expect(rows).toEqual([]);
  }
  const { rows: shares } = await service.pool.query(`select deal_id as "dealId" from deal.deal_team_shares`);
  expect(shares).toEqual([{ dealId: kept.deal.id }]);
  await expect(getDeal(service, gone.member, gone.deal.id)).rejects.toMatchObject({ kind: 'not_found' });
  expect(await getDeal(service, kept.owner, kept.deal.id)).toMatchObject({ videoCount: 1 });
});

test("a purge notifies the services whose rows of other users refer to the account's deals", async () => {
  const { deal } = await createSharedDeal(service);

  await service.as({ kind: 'service', service: 'identity' }).purge.purgeAccount({ ownerId: deal.ownerId });

  const told = service.delivered.flatMap(({ destination, topic, messages }) =>
    messages.map(({ payload }) => ({ destination, topic, payload })),
  );
  for (const destination of ['viewcheck', 'screenshot']) {
    const payload = { dealIds: [deal.id], videoIds: [] };
    expect(told).toContainEqual({ destination, topic: 'records.removed', payload });
  }
});

test('an account with many thousands of rows is purged completely, in several transactions', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  await service.pool.query(
    `insert into deal.deal_activity (id, owner_id, deal_id, deal_name, action, operation, user_id, actor_kind)
     select gen_random_uuid(), $1, $2, 'Bench', 'deal.updated', '', $1, 'user' from generate_series(1, 11000)`,
    [owner.userId, deal.id],
  );
  const before = service.pool.statementCount();

  await service.as({ kind: 'service', service: 'identity' }).purge.purgeAccount({ ownerId: owner.userId });

  const { rows } = await service.pool.query(`select 1 from deal.deal_activity where owner_id = $1`, [owner.userId]);
  expect(rows).toEqual([]);
  // Three transactions of at most 5 000 rows, each with a begin, a claim and a commit.
  expect(service.pool.statementCount() - before).toBeLessThan(40);
});

test('a purge is accepted only from identity', async () => {
  for (const principal of [testUser(), { kind: 'service', service: 'viewcheck' } as const]) {
    await expect(service.as(principal).purge.purgeAccount({ ownerId: testUser().userId })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  }
});
