import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, changeRequest, createDeal, record, userIn } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const POSTED = '2026-03-01';
const LATER = '2030-01-01';

/** Creates a deal with checks after 1, 7 and 30 days, and a video posted on March 1. */
async function checkedVideo() {
  const owner = testUser();
  const deal = await createDeal(service, owner, { viewCheckDays: [1, 7, 30] });
  const video = await addVideo(service, owner, deal.id, { postDate: POSTED });
  let revision = 0;
  return {
    owner,
    dealId: deal.id,
    videoId: video.id,
    read: (checkedAt: string | null) =>
      record(service, {
        videoId: video.id,
        revision: (revision += 1),
        value: checkedAt === null ? null : 5,
        checkedAt: checkedAt === null ? null : new Date(checkedAt),
      }),
    nextDueDate: () => nextDueDate(owner, deal.id),
  };
}

async function nextDueDate(owner: UserPrincipal, dealId: string) {
  const { videos } = await service.as(owner).videos.listVideos({ dealId, pageSize: 1, skip: 0 });
  return videos[0]?.nextDueDate;
}

function moveTo(ownerId: string, timeZone: string, settingsVersion: number) {
  const identity = service.as({ kind: 'service', service: 'identity' });
  return identity.newestViewLogs.recordOwnerTimeZone({ ownerId, timeZone, settingsVersion });
}

async function due(user: UserPrincipal, today: string, scope = '') {
  const { dueVideos, totalSize } = await service
    .as(user)
    .directory.listDueVideos({ pageSize: 50, skip: 0, scope, today });
  expect(totalSize).toBe(dueVideos.length);
  return dueVideos;
}

describe('the next check', () => {
  test.each([
    ['2026-03-01T23:59:59.999Z', '2026-03-02'],
    ['2026-03-02T00:00:00Z', '2026-03-08'],
    ['2026-03-07T23:59:59.999Z', '2026-03-08'],
    ['2026-03-08T00:00:00Z', '2026-03-31'],
    ['2026-03-30T23:59:59.999Z', '2026-03-31'],
    ['2026-03-31T00:00:00Z', null],
    ['2027-01-01T00:00:00Z', null],
  ])('after a view log at %s is due on %s', async (checkedAt, expected) => {
    const { read, nextDueDate: next } = await checkedVideo();

    await read(checkedAt);

    expect(await next()).toBe(expected);
  });

  test('is restored when the newest view log is deleted or moved to an earlier time', async () => {
    const { read, nextDueDate: next } = await checkedVideo();
    await read('2026-04-01');

    await read('2026-03-02');
    const earlier = await next();
    await read(null);

    expect([earlier, await next()]).toEqual(['2026-03-08', '2026-03-02']);
  });

  test('exists only while the deal is active', async () => {
    const { owner, dealId, nextDueDate: next } = await checkedVideo();
    const { deals } = service.as(owner);

    await deals.updateDeal(changeRequest(dealId, { status: 'completed' }));
    const completed = await next();
    await deals.updateDeal(changeRequest(dealId, { status: 'active' }));

    expect([completed, await next()]).toEqual([null, '2026-03-02']);
  });

  test('of a draft is set when the deal becomes active', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { status: 'draft' });
    const video = await addVideo(service, owner, deal.id, { postDate: POSTED });
    expect(video.nextDueDate).toBeNull();

    await service.as(owner).deals.updateDeal(changeRequest(deal.id, { status: 'active' }));

    expect(await nextDueDate(owner, deal.id)).toBe('2026-03-02');
  });

  test('follows the days of the deal and the post date of the video', async () => {
    const { owner, dealId, videoId, read, nextDueDate: next } = await checkedVideo();
    await read('2026-03-10');

    await service.as(owner).deals.updateDeal(changeRequest(dealId, { viewCheckDays: [0, 9, 12] }));
    const byDays = await next();
    await service.as(owner).videos.updateVideo({ dealId, videoId, updateMask: ['post_date'], postDate: '2026-03-11' });

    expect([byDays, await next()]).toEqual(['2026-03-13', '2026-03-11']);
  });
});

describe('the time zone of the owner', () => {
  test('determines the day of a view log, from the moment it changes', async () => {
    const { owner, read, nextDueDate: next } = await checkedVideo();
    await read('2026-03-01T23:30:00Z');

    await moveTo(owner.userId, 'Europe/Berlin', 1);
    const inBerlin = await next();
    await moveTo(owner.userId, 'America/Los_Angeles', 2);
    const inLosAngeles = await next();
    await read('2026-03-08T07:59:00Z');

    expect([inBerlin, inLosAngeles, await next()]).toEqual(['2026-03-08', '2026-03-02', '2026-03-08']);
  });

  test('is not changed by an older or a repeated message', async () => {
    const { owner, read, nextDueDate: next } = await checkedVideo();
    await read('2026-03-01T23:30:00Z');
    await moveTo(owner.userId, 'Europe/Berlin', 5);

    await moveTo(owner.userId, 'America/Los_Angeles', 4);
    await moveTo(owner.userId, 'America/Los_Angeles', 5);

    expect(await next()).toBe('2026-03-08');
  });

  test('defaults to UTC when its name is unknown here', async () => {
    const { owner, read, nextDueDate: next } = await checkedVideo();
    await moveTo(owner.userId, 'Europe/Atlantis', 1);

    await read('2026-03-02T00:00:00Z');

    expect(await next()).toBe('2026-03-08');
  });

  test('is accepted only from identity', async () => {
    const request = { ownerId: newId(), timeZone: 'UTC', settingsVersion: 1 };
    const viewcheck = service.as({ kind: 'service', service: 'viewcheck' });

    await expect(viewcheck.newestViewLogs.recordOwnerTimeZone(request)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(service.as(testUser()).newestViewLogs.recordOwnerTimeZone(request)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});

describe('the list of due videos', () => {
  test('includes checks due on the day itself, and none of later days', async () => {
    const { owner, dealId, videoId, read } = await checkedVideo();

    expect(await due(owner, '2026-03-01')).toEqual([]);
    expect(await due(owner, '2026-03-02')).toMatchObject([
      {
        video: {
          videoId,
          dealId,
          ownerId: owner.userId,
          dealName: 'Spring launch',
          postDate: POSTED,
          platform: 'youtube',
        },
        dueDate: '2026-03-02',
        checkDay: 1,
        lastValue: null,
        lastCheckedAt: null,
      },
    ]);
    await read('2026-03-02T10:00:00Z');
    expect(await due(owner, LATER)).toMatchObject([
      { dueDate: '2026-03-08', checkDay: 7, lastValue: 5, lastCheckedAt: new Date('2026-03-02T10:00:00Z') },
    ]);
  });

  test('is sorted from the oldest on, and its pages have the total', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { viewCheckDays: [1] });
    for (const postDate of ['2026-03-03', '2026-03-01', '2026-03-02']) {
      await addVideo(service, owner, deal.id, { postDate });
    }
    const page = async (pageSize: number, skip: number) => {
      const { dueVideos, totalSize } = await service
        .as(owner)
        .directory.listDueVideos({ pageSize, skip, scope: 'mine', today: '2026-03-03' });
      return [totalSize, ...dueVideos.map(({ dueDate }) => dueDate)];
    };

    expect(await page(1, 0)).toEqual([2, '2026-03-02']);
    expect(await page(1, 1)).toEqual([2, '2026-03-03']);
    expect(await page(1, 2)).toEqual([2]);
  });

  test('continues after the last check seen, even if earlier ones have changed', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { viewCheckDays: [1] });
    for (const postDate of ['2026-03-01', '2026-03-01', '2026-03-02', '2026-03-03']) {
      await addVideo(service, owner, deal.id, { postDate });
    }
    const pageAfter = (pageToken?: string) =>
      service
        .as(owner)
        .directory.listDueVideos({ pageSize: 2, skip: 0, scope: 'mine', today: '2026-03-04', pageToken });
    const first = await pageAfter();
    const last = first.dueVideos.at(-1);
    const token = `${last?.dueDate},${last?.video?.videoId}`;
    for (const { video } of first.dueVideos) {
      await service.as(owner).videos.deleteVideo({ dealId: deal.id, videoId: video?.videoId ?? '' });
    }

    const second = await pageAfter(token);
    expect(second.dueVideos.map(({ dueDate }) => dueDate)).toEqual(['2026-03-03', '2026-03-04']);
    const end = second.dueVideos.at(-1);
    expect(await pageAfter(`${end?.dueDate},${end?.video?.videoId}`)).toEqual({ dueVideos: [], totalSize: 2 });
    const impossible = ['2026-13-01', '2026-02-31', '0000-01-01', '2026-01-01T24:00:00.000Z'];
    for (const wrong of ['', 'x', '2026-03-04', '2026-03-04,x', ...impossible.map((at) => `${at},${newId()}`)]) {
      await expect(pageAfter(wrong)).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: 'after' }] });
    }
  });

  test('merges own and shared videos by date on request', async () => {
    const teamId = newId();
    const [member, owner] = [userIn({ [teamId]: 'member' }), testUser()];
    const own = await createDeal(service, member);
    const shared = await createDeal(service, owner);
    const unshared = await createDeal(service, owner);
    await service.share(shared.id, teamId);
    await addVideo(service, member, own.id, { postDate: '2026-03-02' });
    await addVideo(service, owner, shared.id, { postDate: '2026-03-01' });
    await addVideo(service, owner, unshared.id, { postDate: '2026-03-01' });

    const all = await due(member, LATER, 'mine-and-shared');

    expect(all.map(({ video }) => video?.dealId)).toEqual([shared.id, own.id]);
    expect(await due(member, LATER)).toHaveLength(1);
  });

  test('is refused without a valid date', async () => {
    const { directory } = service.as(testUser());

    await expect(
      directory.listDueVideos({ pageSize: 1, skip: 0, scope: '', today: '9999-12-31' }),
    ).rejects.toMatchObject({ kind: 'invalid_input' });
  });
});
