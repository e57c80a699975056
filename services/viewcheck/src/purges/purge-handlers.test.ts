import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { RemovalService } from '@svc/proto/removal/v1/removal_service';
import { RemovalService as FormerRemovalService } from '@svc/proto/viewcheck/v1/view_log_service';
import { newViewLog, startViewcheck, type TestDeal, type ViewcheckService } from '../testing/viewcheck-service.js';

const DEAL = { kind: 'service', service: 'deal' } as const;
const IDENTITY = { kind: 'service', service: 'identity' } as const;

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck.stop());

async function storedLogs(...deals: TestDeal[]): Promise<number> {
  const { rowCount } = await viewcheck.pool.query(
    `select id from viewcheck.view_logs where video_id = any ($1::uuid[])`,
    [deals.map(({ videoId }) => videoId)],
  );
  return rowCount;
}

test('view logs of deleted deals and videos are deleted, others stay, and repetitions are harmless', async () => {
  const [byDeal, byVideo, kept] = [viewcheck.createDeal(), viewcheck.createDeal(), viewcheck.createDeal()];
  for (const deal of [byDeal, byVideo, kept]) await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal));
  const removal = viewcheck.as(DEAL, RemovalService);

  for (let i = 0; i < 2; i += 1) {
    await removal.recordRemovals({ dealIds: [byDeal.dealId], videoIds: [byVideo.videoId] });
  }

  expect(await storedLogs(byDeal, byVideo)).toBe(0);
  expect(await storedLogs(kept)).toBe(1);
});

test('calls of replicas of deal with the former contract are accepted', async () => {
  const [gone, kept] = [viewcheck.createDeal(), viewcheck.createDeal()];
  for (const deal of [gone, kept]) await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal));

  await viewcheck.as(DEAL, FormerRemovalService).purgeViewLogs({ dealIds: [gone.dealId], videoIds: [] });

  expect([await storedLogs(gone), await storedLogs(kept)]).toEqual([0, 1]);
});

test('the view logs of a deleted account are deleted, and its name is removed from view logs of others', async () => {
  const [own, foreign] = [viewcheck.createDeal(), viewcheck.createDeal()];
  await viewcheck.logs(own.users.owner).addViewLog(newViewLog(own));
  const admin = foreign.users['team-admin'];
  await viewcheck.logs(admin).addViewLog(newViewLog(foreign));
  const purge = viewcheck.as(IDENTITY, PurgeService);

  await purge.purgeAccount({ ownerId: own.users.owner.userId });
  await purge.purgeAccount({ ownerId: admin.userId });

  expect(await storedLogs(own)).toBe(0);
  const { viewLogs } = await viewcheck
    .logs(foreign.users.owner)
    .listDealViewLogs({ dealId: foreign.dealId, pageSize: 0, skip: 0 });
  expect(viewLogs.map((log) => log.loggedBy?.name)).toEqual(['Deleted account']);
});

test('users and other services may not purge', async () => {
  const deal = viewcheck.createDeal();
  const request = { dealIds: [deal.dealId], videoIds: [] };

  for (const principal of [deal.users.owner, IDENTITY]) {
    await expect(viewcheck.as(principal, RemovalService).recordRemovals(request)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  }
});
