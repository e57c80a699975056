import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { createContact } from '../testing/contacts.js';
import { startDeal, type DealService } from '../testing/deal-service.js';
import { createSharedDeal, getDeal } from '../testing/records.js';

let service: DealService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test('a purge removes every row of the account and of nobody else, and may be repeated', async () => {
  const [gone, kept] = [await createSharedDeal(service), await createSharedDeal(service)];
  const { ownerId } = gone.deal;
  const identity = service.as({ kind: 'service', service: 'identity' });
  await identity.readings.recordOwnerTimeZone({ ownerId, timeZone: 'Europe/Berlin', settingsVersion: 1 });

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

test('a purge is taken from identity alone', async () => {
  for (const principal of [testUser(), { kind: 'service', service: 'viewcheck' } as const]) {
    await expect(service.as(principal).purge.purgeAccount({ ownerId: testUser().userId })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  }
});
