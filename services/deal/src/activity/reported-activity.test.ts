import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Principal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { type ActivityEntry, ActivityService } from '@svc/proto/deal/v1/activity_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDeal, createSharedDeal } from '../testing/records.js';

const SCREENSHOT: Principal = { kind: 'service', service: 'screenshot' };
const PAGE = { pageSize: 50, skip: 0 };

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const VIEWCHECK: Principal = { kind: 'service', service: 'viewcheck' };

const record = (entries: ActivityEntry[], caller: Principal = SCREENSHOT) =>
  service.call(caller, ActivityService).recordActivity({ entries });

function linked(dealId: string, more: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    id: newId(),
    dealId,
    action: 'screenshot.linked',
    userId: newId(),
    actorKind: 'user',
    operation: 'screenshots.link',
    requestId: newId(),
    tier: 1,
    agent: null,
    reading: null,
    changedFields: [],
    at: new Date(),
    ...more,
  };
}

test('changes by other services are part of the deal’s activity, for all who see the deal', async () => {
  const { deal, owner, member } = await createSharedDeal(service);
  const entry = linked(deal.id, { actorKind: 'agent', at: new Date(Date.now() + 1_000) });

  await record([entry]);

  for (const user of [owner, member]) {
    const { activities } = await service.as(user).deals.listActivity({ dealId: deal.id, ...PAGE });
    const { at, ...line } = entry;
    expect(activities[0]).toEqual({
      ...line,
      dealName: deal.name,
      count: 1,
      video: null,
      externalShare: null,
      createdAt: at,
    });
  }
});

test('the activity of a view log has its state before and after, with the agent that changed it', async () => {
  const { deal, video, owner, member } = await createSharedDeal(service);
  const before = { value: 100, checkedAt: new Date('2026-01-02T03:04:05.678Z'), screenshotId: newId() };
  const entry = linked(deal.id, {
    action: 'view_log.corrected',
    actorKind: 'agent',
    agent: { source: 'mcp', connectionId: null, actorId: 'desk', channel: 'slack', approvalId: newId() },
    reading: { viewLogId: newId(), videoId: video.id, before, after: { ...before, screenshotId: null } },
    changedFields: ['screenshotId'],
    at: new Date(Date.now() + 1_000),
  });

  await record([entry, entry], VIEWCHECK);

  const { at, ...line } = entry;
  for (const user of [owner, member]) {
    const { activities } = await service.as(user).deals.listActivity({ dealId: deal.id, ...PAGE });
    expect(activities[0]).toEqual({
      ...line,
      dealName: deal.name,
      count: 1,
      video: { url: video.url, title: video.title },
      externalShare: null,
      createdAt: at,
    });
  }
});

test('repeated entries change nothing, and new ones in the same call are written', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  const [first, second] = [linked(deal.id), linked(deal.id, { action: 'screenshot.unlinked' })];

  await record([first]);
  await record([first, second, second]);

  const { activities, totalSize } = await service.as(owner).deals.listActivity({ dealId: deal.id, ...PAGE });
  expect(totalSize).toBe(3);
  expect(activities.map(({ action }) => action).sort()).toEqual([
    'deal.created',
    'screenshot.linked',
    'screenshot.unlinked',
  ]);
});

test('entries of deleted deals are skipped', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);

  await record([linked(newId()), linked(deal.id)]);

  expect(await service.as(owner).deals.listActivity({ dealId: deal.id, ...PAGE })).toMatchObject({ totalSize: 2 });
});

test.each<[string, Partial<ActivityEntry>]>([
  ['entries.action', { action: 'deal.deleted' }],
  ['entries.actorKind', { actorKind: 'service' }],
  ['entries.at', { at: null }],
  ['entries.agent.source', { agent: { source: 'fax' } }],
])('an invalid entry is refused together with the rest of its call: %s', async (path, wrong) => {
  const owner = testUser();
  const deal = await createDeal(service, owner);

  await expect(record([linked(deal.id), linked(deal.id, wrong)])).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path }],
  });
  expect(await service.as(owner).deals.listActivity({ dealId: deal.id, ...PAGE })).toMatchObject({ totalSize: 1 });
});

test('a call with more than 1000 entries is refused', async () => {
  const entries = Array.from({ length: 1_001 }, () => linked(newId()));

  await expect(record(entries)).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('users and unlisted services may not write entries', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);

  for (const caller of [owner, { kind: 'service', service: 'shortener' }] as const) {
    await expect(record([linked(deal.id)], caller)).rejects.toMatchObject({ kind: 'forbidden' });
  }
});
