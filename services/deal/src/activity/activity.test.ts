import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { listPartitions } from '@svc/chassis/postgres/partitions/range-partitions';
import { withClockAhead } from '@svc/chassis/testing/clock-ahead';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks } from '../testing/imports.js';
import { addVideo, changeRequest, createDeal, createSharedDeal, dealRequest, newVideoUrl } from '../testing/records.js';
import { ACTIVITY } from './activity-repo.js';
import { keepActivity, startKeepingActivity } from './keep-activity.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const PAGE = { pageSize: 50, skip: 0 };

test('every write records one entry: who made it, through which call, and what changed', async () => {
  const owner = testAgent({}, ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive']);
  const requestId = newId();
  const { deals, videos } = service.as(owner, { operation: 'deals.update', tier: 2, requestId });
  const { deal } = await deals.createDeal(dealRequest({ name: 'Old' }));
  const dealId = deal!.id;
  await deals.updateDeal(changeRequest(dealId, { name: 'New', viewsTarget: 5, brand: null, status: 'cancelled' }));
  const { video } = await videos.addVideo({ dealId, url: newVideoUrl(), postDate: '2026-03-01' });
  const videoId = video!.id;
  await videos.updateVideo({ dealId, videoId, updateMask: ['title', 'post_date'], title: 'T', postDate: '2026-03-01' });
  await videos.deleteVideo({ dealId, videoId });
  await deals.deleteDeal({ dealId });

  const { activities, totalSize } = await deals.listActivity(PAGE);

  expect(totalSize).toBe(6);
  expect(activities.map(({ action, dealName, changedFields }) => [action, dealName, changedFields])).toEqual([
    ['deal.deleted', 'New', []],
    ['video.deleted', 'New', []],
    ['video.updated', 'New', ['title']],
    ['video.added', 'New', []],
    ['deal.updated', 'New', ['name', 'status', 'viewsTarget']],
    ['deal.created', 'Old', []],
  ]);
  for (const activity of activities) {
    expect(activity).toMatchObject({
      dealId,
      userId: owner.userId,
      actorKind: 'agent',
      operation: 'deals.update',
      tier: 2,
      requestId,
      count: 1,
      createdAt: expect.any(Date),
    });
  }
});

test('an entry for an accepted suggestion names the user who accepted and the agent that proposed', async () => {
  const user = testUser();
  const proposer = { surface: 'mcp', actorId: 'assistant', channel: 'mail' } as const;
  const { deals } = service.as(user, { operation: 'deals.create', tier: 1, agent: proposer });

  await deals.createDeal(dealRequest());

  const [line] = (await service.as(user).deals.listActivity(PAGE)).activities;
  expect(line).toMatchObject({ actorKind: 'user', userId: user.userId });
  const said = { source: 'mcp', actorId: 'assistant', channel: 'mail' };
  expect(line?.agent).toEqual({ ...said, connectionId: null, approvalId: null });
});

test('an entry of an agent has its channel, its stated name and its claimed approval; one of a user does not', async () => {
  const plain = testAgent({}, ['svc.read', 'svc.write.sensitive']);
  const approvalId = newId();
  const agent = { ...plain, agent: { ...plain.agent, actorId: 'assistant', channel: 'mail', approval: approvalId } };
  const told = { surface: 'https', channel: 'slack', approvalId: newId() } as const;
  const { deals } = service.as(agent, { operation: 'deals.create', tier: 2, agent: told });
  const user = testUser();

  await deals.createDeal(dealRequest());
  await createDeal(service, user);

  const [ofAgent] = (await deals.listActivity(PAGE)).activities;
  const [ofUser] = (await service.as(user).deals.listActivity(PAGE)).activities;
  const { requestId: connectionId } = agent.agent;
  expect(ofAgent?.agent).toEqual({ source: 'https', actorId: 'assistant', channel: 'slack', connectionId, approvalId });
  expect(ofUser?.agent).toBeNull();
});

test('the activity of one agent, or of the copilot, can be listed', async () => {
  const user = testUser();
  const { userId } = user;
  const [agent, other] = [
    testAgent({ userId }, ['svc.write.sensitive']),
    testAgent({ userId }, ['svc.write.sensitive']),
  ];
  const call = { operation: 'deals.create', tier: 2, agent: { surface: 'https' } } as const;
  await service.as(agent, call).deals.createDeal(dealRequest({ name: 'By an agent' }));
  await service.as(other, call).deals.createDeal(dealRequest({ name: 'By another one' }));
  await service.as({ ...user, through: 'copilot' }, call).deals.createDeal(dealRequest({ name: 'By the copilot' }));
  await createDeal(service, user);
  const namesOf = async (agentFilter: string) => {
    const { activities, totalSize } = await service.as(user).deals.listActivity({ ...PAGE, agent: agentFilter });
    return [activities.map(({ dealName }) => dealName), totalSize];
  };

  expect(await namesOf(agent.agent.requestId ?? '')).toEqual([['By an agent'], 1]);
  expect(await namesOf('copilot')).toEqual([['By the copilot'], 1]);
  expect(await namesOf(newId())).toEqual([[], 0]);
  await expect(namesOf('the agent')).rejects.toMatchObject({ details: [{ path: 'agent' }] });
});

test('activity can be listed by days in the time zone of the user', async () => {
  const preferences = { ...testUser().preferences, timeZone: 'Pacific/Auckland' };
  const owner = { ...testUser(), preferences };
  const deal = await createDeal(service, owner);
  // Noon in Auckland is still the day before in UTC.
  await service.pool.query(`update deal.deal_activity set created_at = '2026-03-09T23:00:00Z' where deal_id = $1`, [
    deal.id,
  ]);
  const countIn = async (from: string, to: string) =>
    (await service.as(owner).deals.listActivity({ ...PAGE, from, to })).totalSize;

  expect([await countIn('2026-03-10', '2026-03-10'), await countIn('2026-03-01', '2026-03-09')]).toEqual([1, 0]);
  await expect(countIn('2026-03-11', '2026-03-10')).rejects.toMatchObject({ details: [{ path: 'to' }] });
});

test("teammates do not see through which connection the owner's agent acted", async () => {
  const { deal, owner, member } = await createSharedDeal(service);
  const agent = testAgent({ userId: owner.userId }, ['svc.write.sensitive']);
  const { deals } = service.as(agent, { operation: 'deals.update', tier: 2, agent: { surface: 'mcp' } });
  await deals.updateDeal(changeRequest(deal.id, { name: 'New' }));
  const connectionSeenBy = async (user: UserPrincipal) =>
    (await service.as(user).deals.listActivity({ dealId: deal.id, ...PAGE })).activities[0]?.agent?.connectionId;

  expect([await connectionSeenBy(owner), await connectionSeenBy(member)]).toEqual([agent.agent.requestId, null]);
});

test('an import records an entry for each deal that it created or added to, with the number of videos', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { promoCode: 'OLD', name: 'Old' });
  const groups = [
    { urls: [newVideoUrl(), newVideoUrl()], promoCode: 'OLD' },
    { urls: [newVideoUrl()], promoCode: 'NEW' },
  ];
  await importLinks(service, owner, groups);
  await importLinks(service, owner, groups);

  const { activities, totalSize } = await service.as(owner).deals.listActivity(PAGE);

  expect(totalSize).toBe(4);
  expect(activities.map(({ action, dealName, count }) => `${action} ${dealName} ${count}`).sort()).toEqual([
    'deal.created NEW 1',
    'deal.created Old 1',
    'videos.imported NEW 1',
    'videos.imported Old 2',
  ]);
  const ofDeal = await service.as(owner).deals.listActivity({ dealId: deal.id, ...PAGE });
  expect(ofDeal.totalSize).toBe(2);
});

test('entries are partitioned by month, and a month is dropped when its retention ends', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  const now = new Date();
  await service.pool.query(
    `insert into deal.deal_activity (id, owner_id, deal_id, deal_name, action, operation, user_id, actor_kind, created_at)
     select gen_random_uuid(), $1, $2, 'Old', 'deal.updated', '', $1, 'user', $3::timestamptz - make_interval(days => days)
       from unnest(array[40, 800]) as days`,
    [owner.userId, deal.id, now],
  );
  const partitions = async () => (await listPartitions(service.pool, ACTIVITY)).length;
  const left = async () => (await service.as(owner).deals.listActivity(PAGE)).totalSize;

  await keepActivity(service.pool, new Date(now.getTime() - 1_000 * 86_400_000), 0);
  await keepActivity(service.pool, now, 0);
  expect([await partitions(), await left()]).toEqual([8, 3]);

  await keepActivity(service.pool, now, 730);
  await keepActivity(service.pool, now, 730);
  expect([await partitions(), await left()]).toEqual([4, 2]);
});

test('a process whose clock is years ahead drops no entries', async () => {
  const owner = testUser();
  await createDeal(service, owner);
  await startKeepingActivity(service.pool, 730).stop();

  await withClockAhead(1_000 * 86_400_000, () => startKeepingActivity(service.pool, 730).stop());

  expect((await service.as(owner).deals.listActivity(PAGE)).totalSize).toBe(1);
});

test('a failed write records no entry', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  const { deals } = service.as(owner);

  await expect(deals.updateDeal(changeRequest(deal.id, { status: 'draft' }))).rejects.toBeDefined();
  await expect(addVideo(service, owner, deal.id, { url: 'nonsense' })).rejects.toBeDefined();

  expect(await deals.listActivity(PAGE)).toMatchObject({ totalSize: 1 });
});

test('the activity of a deal is visible to all who see the deal, in pages; without a deal only the caller’s own', async () => {
  const { deal, owner, member } = await createSharedDeal(service);
  const { deals } = service.as(member);

  const first = await deals.listActivity({ dealId: deal.id, pageSize: 1, skip: 0 });
  const second = await deals.listActivity({ dealId: deal.id, pageSize: 1, skip: 1 });

  expect([first, second]).toMatchObject([
    { totalSize: 2, activities: [{ action: 'video.added', userId: owner.userId }] },
    { totalSize: 2, activities: [{ action: 'deal.created' }] },
  ]);
  expect(await deals.listActivity(PAGE)).toEqual({ activities: [], totalSize: 0 });
});
