import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import type { DueChecks } from '@svc/proto/identity/v1/reminder_service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, createDeal, createSharedDeal } from '../testing/records.js';
import { DUE_CHECKS_TOPIC } from './count-due-checks.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const POSTED = '2026-03-01';

async function dealWithVideos(owner: UserPrincipal, titles: readonly (string | null)[], name = 'Spring launch') {
  const deal = await createDeal(service, owner, { name, viewCheckDays: [1] });
  for (const title of titles) await addVideo(service, owner, deal.id, { postDate: POSTED, title });
}

/** The due checks that identity receives for the owners on a morning. */
async function dueChecks(day: string, ...owners: UserPrincipal[]): Promise<DueChecks[]> {
  const mornings = owners.map(({ userId: ownerId }) => ({ ownerId, day }));
  await service.as({ kind: 'service', service: 'identity' }).dueChecks.countDueChecks({ mornings });
  const ids = owners.map(({ userId }) => userId);
  return service.delivered
    .flatMap(({ topic, messages }) => (topic === DUE_CHECKS_TOPIC ? messages : []))
    .map(({ payload }) => payload as DueChecks)
    .filter(({ ownerId }) => ids.includes(ownerId));
}

test('identity receives the number of due checks, consistently with Today, and the first ones by name', async () => {
  const owner = testUser();
  await dealWithVideos(owner, ['Unboxing', null]);
  await dealWithVideos(owner, Array<string>(5).fill('Haul'), 'Summer');
  const { totalSize } = await service
    .as(owner)
    .directory.listDueVideos({ pageSize: 1, skip: 0, scope: 'mine', today: '2026-03-02' });

  const [due] = await dueChecks('2026-03-02', owner);

  expect(due).toMatchObject({ day: '2026-03-02', count: totalSize });
  expect(due?.count).toBe(7);
  expect(due?.first).toEqual([
    { dealName: 'Spring launch', videoTitle: 'Unboxing' },
    { dealName: 'Spring launch', videoTitle: null },
    ...Array.from({ length: 3 }, () => ({ dealName: 'Summer', videoTitle: 'Haul' })),
  ]);
});

test('several owners are counted in one call, and owners without due checks are omitted', async () => {
  const [one, other, early] = [testUser(), testUser(), testUser()];
  await dealWithVideos(one, ['Unboxing']);
  await dealWithVideos(other, ['Unboxing', 'Haul']);

  const counts = await dueChecks('2026-03-02', one, other, early);
  await dealWithVideos(early, ['Unboxing']);

  expect(counts.map(({ ownerId, count }) => [ownerId, count])).toEqual([
    [one.userId, 1],
    [other.userId, 2],
  ]);
  expect(await dueChecks('2026-03-01', early)).toEqual([]);
});

test('checks of shared deals are counted only for their owners', async () => {
  const { owner, member } = await createSharedDeal(service);

  expect(await dueChecks('2026-12-31', member)).toEqual([]);
  expect(await dueChecks('2026-12-31', owner)).toMatchObject([{ count: 1 }]);
});

test('an invalid day is refused', async () => {
  await expect(dueChecks('0000-01-01', testUser())).rejects.toMatchObject({ kind: 'invalid_input' });
});
