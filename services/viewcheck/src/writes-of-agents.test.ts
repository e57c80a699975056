import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { reportedToolCalls } from '@svc/chassis/testing/reported-tool-calls';
import { testAgent } from '@svc/chassis/testing/test-service';
import { ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
import { v7 as newId } from 'uuid';
import { newViewLog, startViewcheck, type ViewcheckService } from './testing/viewcheck-service.js';
import { toActivityEntry, VIEW_LOG_ACTIVITY_TOPIC } from './view-logs/view-log-activity.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck?.stop());

test('deal receives who changed a view log, the states before and after, and the agent that did it', async () => {
  const deal = viewcheck.createDeal();
  const { owner } = deal.users;
  const agent = testAgent({ userId: owner.userId }, ['svc.write.low_risk']);
  const requestId = newId();
  const said = { surface: 'https', actorId: 'desk', channel: 'slack' } as const;
  const context = { requestId, operation: 'deals.update_view_log', tier: 1, agent: said };
  const checkedAt = '2026-01-02T03:04:05.000Z';

  const { viewLog } = await viewcheck
    .logs(owner)
    .addViewLog(newViewLog(deal, { value: 100, checkedAt, note: 'private' }));
  const named = { dealId: deal.dealId, viewLogId: viewLog!.id };
  await viewcheck
    .as(agent, ViewLogService, context)
    .updateViewLog({ ...named, updateMask: ['value', 'note'], value: 120 });
  await viewcheck.logs(owner).deleteViewLog(named);

  const entries = viewcheck.delivered
    .filter(({ topic }) => topic === VIEW_LOG_ACTIVITY_TOPIC)
    .flatMap(({ messages }) => messages.map(({ payload }) => toActivityEntry(payload)));
  const at = new Date(checkedAt);
  const changed = { viewLogId: viewLog!.id, videoId: deal.videoId };
  const [before, after] = [100, 120].map((value) => ({ value, checkedAt: at, screenshotId: null }));
  const byOwner = { dealId: deal.dealId, userId: owner.userId, actorKind: 'user', agent: null, changedFields: [] };
  expect(entries).toMatchObject([
    { ...byOwner, action: 'view_log.added', reading: { ...changed, before: null, after: before } },
    {
      action: 'view_log.corrected',
      actorKind: 'agent',
      requestId,
      operation: 'deals.update_view_log',
      tier: 1,
      agent: { source: 'https', actorId: 'desk', channel: 'slack', approvalId: null },
      changedFields: ['value', 'note'],
      reading: { ...changed, before, after },
    },
    { ...byOwner, action: 'view_log.deleted', reading: { ...changed, before: after, after: null } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('private');
});

test('a view log of an agent is reported with its deal and video, and that of a user is not', async () => {
  const deal = viewcheck.createDeal();
  const { userId } = deal.users.owner;
  const agent = testAgent({ userId }, ['svc.write.low_risk']);
  const requestId = newId();
  const call = { requestId, idempotencyKey: requestId, operation: 'deals.add_view_log', tier: 1 };
  const ofAgent = viewcheck.as(agent, ViewLogService, { ...call, agent: { surface: 'mcp' } });
  const request = newViewLog(deal, { note: 'private', sourceUrl: 'https://www.tiktok.com/@a/video/1' });

  await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal));
  const { viewLog } = await ofAgent.addViewLog(request);
  await ofAgent.addViewLog(request);

  expect(await reportedToolCalls(viewcheck.pool, userId, viewcheck.delivered)).toMatchObject([
    { requestId, surface: 'mcp', tier: 1 },
  ]);
  const [record] = await reportedToolCalls(viewcheck.pool, userId, viewcheck.delivered);
  expect(record?.handles).toEqual({ viewLogId: viewLog?.id, dealId: deal.dealId, videoId: deal.videoId });
});
