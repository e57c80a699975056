import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import type { UpdateVideoRequest } from '@svc/proto/deal/v1/video_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, createDeal, createSharedDeal, getDeal, newVideoUrl, record } from '../testing/records.js';

const CONFLICT = { kind: 'conflict', code: 'CONFLICT' };

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

async function newDeal() {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  return { owner, deal, dealId: deal.id };
}

/** Changes the given fields of a video. */
async function change(owner: UserPrincipal, dealId: string, videoId: string, fields: Partial<UpdateVideoRequest>) {
  const { expectedVersion = null, ...changes } = fields;
  const names = { url: 'url', postDate: 'post_date', title: 'title' } as Record<string, string>;
  const updateMask = Object.keys(changes).map((field) => names[field] ?? field);
  const request = { dealId, videoId, updateMask, expectedVersion, ...changes };
  return (await service.as(owner).videos.updateVideo(request)).video!;
}

describe('adding', () => {
  test("keeps the given and the canonical address, and counts the video without changing the deal's version", async () => {
    const { owner, dealId } = await newDeal();
    const url = 'https://youtu.be/abc123XYZ_0?si=share&t=10';

    const video = await addVideo(service, owner, dealId, { url, title: 'Unboxing', postDate: '2026-03-01' });

    expect(video).toMatchObject({
      dealId,
      url: 'https://www.youtube.com/watch?v=abc123XYZ_0',
      originalUrl: url,
      canonicalKey: 'youtube:abc123XYZ_0',
      platform: 'youtube',
      platformVideoId: 'abc123XYZ_0',
      title: 'Unboxing',
      postDate: '2026-03-01',
      needsResolution: false,
      latestValue: null,
      latestCheckedAt: null,
      nextDueDate: '2026-03-02',
      version: 1,
    });
    expect(await getDeal(service, owner, dealId)).toMatchObject({ videoCount: 1, totalViews: 0, version: 1 });
  });

  test('a video that the deal has, under any address, is a conflict; another deal may have it', async () => {
    const { owner, dealId } = await newDeal();
    const { id: videoId } = await addVideo(service, owner, dealId, {
      url: 'https://www.youtube.com/watch?v=abc123XYZ_0',
    });
    const other = await createDeal(service, owner);

    await expect(addVideo(service, owner, dealId, { url: 'https://youtu.be/abc123XYZ_0' })).rejects.toMatchObject({
      ...CONFLICT,
      data: { videoId },
    });
    await expect(addVideo(service, owner, other.id, { url: 'https://youtu.be/abc123XYZ_0' })).resolves.toBeDefined();
    expect(await getDeal(service, owner, dealId)).toMatchObject({ videoCount: 1 });
  });

  test.each([
    ['an account', 'https://www.youtube.com/@ann'],
    ['a search', 'https://www.youtube.com/results?search_query=x'],
    ['a playlist', 'https://www.youtube.com/playlist?list=PL123'],
    ['no address', 'not a link'],
  ])('%s is refused, with advice', async (_, url) => {
    const { owner, dealId } = await newDeal();

    await expect(addVideo(service, owner, dealId, { url })).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path: 'url', message: expect.stringMatching(/paste/) }],
    });
  });

  test('a page of an unknown host and a short link are accepted, the latter to be resolved', async () => {
    const { owner, dealId } = await newDeal();

    const page = await addVideo(service, owner, dealId, { url: 'https://videos.example/watch/1' });
    const short = await addVideo(service, owner, dealId, { url: 'https://vm.tiktok.com/ZMabc123/' });

    expect(page).toMatchObject({ platform: 'other', platformVideoId: null, needsResolution: false });
    expect(page.canonicalKey).toMatch(/^web:/);
    expect(short).toMatchObject({ platform: 'tiktok', needsResolution: true });
  });

  test('twenty videos at once to one deal counts them all', async () => {
    const { owner, dealId } = await newDeal();

    await Promise.all(Array.from({ length: 20 }, () => addVideo(service, owner, dealId)));

    expect(await getDeal(service, owner, dealId)).toMatchObject({ videoCount: 20 });
  });

  test('the same video twenty times at once adds it once', async () => {
    const { owner, dealId } = await newDeal();
    const url = newVideoUrl();

    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => addVideo(service, owner, dealId, { url })),
    );

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getDeal(service, owner, dealId)).toMatchObject({ videoCount: 1 });
  });

  test('again with its idempotency key returns the first response and adds nothing', async () => {
    const { owner, dealId } = await newDeal();
    const { videos } = service.as(owner, { idempotencyKey: 'add' });
    const request = { dealId, url: newVideoUrl(), postDate: '2026-03-01' };

    expect(await videos.addVideo(request)).toEqual(await videos.addVideo(request));
  });
});

test('videos are listed newest first, in pages', async () => {
  const { owner, dealId } = await newDeal();
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push((await addVideo(service, owner, dealId)).id);

  const { videos } = service.as(owner);
  const first = await videos.listVideos({ dealId, pageSize: 2, skip: 0 });
  const second = await videos.listVideos({ dealId, pageSize: 2, skip: 2 });
  const beyond = await videos.listVideos({ dealId, pageSize: 2, skip: 4 });

  expect([...first.videos, ...second.videos].map(({ id }) => id)).toEqual(ids.toReversed());
  expect([first, second, beyond].map(({ totalSize }) => totalSize)).toEqual([3, 3, 3]);
});

describe('changing', () => {
  test('sets and clears what its mask names', async () => {
    const { owner, dealId } = await newDeal();
    const video = await addVideo(service, owner, dealId, { title: 'Old' });

    const moved = await change(owner, dealId, video.id, { postDate: '2026-04-01' });
    const cleared = await change(owner, dealId, video.id, { title: null, expectedVersion: 2 });

    expect(moved).toMatchObject({ title: 'Old', postDate: '2026-04-01', nextDueDate: '2026-04-02', version: 2 });
    expect(cleared).toMatchObject({ title: null, postDate: '2026-04-01', version: 3 });
  });

  test('to equal values is not a change', async () => {
    const { owner, dealId } = await newDeal();
    const video = await addVideo(service, owner, dealId, { title: 'Same' });

    expect(await change(owner, dealId, video.id, { title: 'Same', url: video.originalUrl })).toEqual(video);
  });

  test('without view logs allows the address of another video, but not of one that the deal has', async () => {
    const { owner, dealId } = await newDeal();
    const video = await addVideo(service, owner, dealId);
    const other = await addVideo(service, owner, dealId);
    const url = newVideoUrl();

    expect(await change(owner, dealId, video.id, { url })).toMatchObject({ id: video.id, url });
    await expect(change(owner, dealId, video.id, { url: other.url })).rejects.toMatchObject(CONFLICT);
  });

  test('with view logs allows another spelling of the address, but no other video', async () => {
    const { owner, dealId } = await newDeal();
    const video = await addVideo(service, owner, dealId, { url: 'https://youtu.be/abc123XYZ_1' });
    await record(service, { videoId: video.id, revision: 1, value: 5, checkedAt: new Date('2026-03-05') });

    const same = await change(owner, dealId, video.id, { url: 'https://www.youtube.com/shorts/abc123XYZ_1' });

    expect(same).toMatchObject({ canonicalKey: video.canonicalKey, latestValue: 5, version: 2 });
    await expect(change(owner, dealId, video.id, { url: newVideoUrl() })).rejects.toMatchObject(CONFLICT);
  });

  describe('whose first view log is being recorded', () => {
    /** Deal's response to viewcheck before a view log is recorded. */
    const hold = async (user: UserPrincipal, dealId: string, videoId: string) =>
      (await service.as(user).directory.getVideoAccess({ dealId, videoId, forViewLog: true })).video?.videoUrl;

    test('allows another spelling of the address, but no other video for two minutes', async () => {
      const { owner, dealId } = await newDeal();
      const video = await addVideo(service, owner, dealId, { url: 'https://youtu.be/abc123XYZ_2' });
      const url = newVideoUrl();
      await hold(owner, dealId, video.id);

      await change(owner, dealId, video.id, { url: 'https://www.youtube.com/shorts/abc123XYZ_2', title: 'New' });
      await expect(change(owner, dealId, video.id, { url })).rejects.toMatchObject(CONFLICT);

      await service.pool.query(
        `update deal.deal_videos set address_held_at = address_held_at - interval '2 minutes' where id = $1`,
        [video.id],
      );
      expect(await change(owner, dealId, video.id, { url })).toMatchObject({ url });
    });

    test('allows another video once that view log is deleted', async () => {
      const { owner, dealId } = await newDeal();
      const video = await addVideo(service, owner, dealId);
      const url = newVideoUrl();
      await hold(owner, dealId, video.id);
      await record(service, { videoId: video.id, revision: 1, value: 5, checkedAt: new Date('2026-03-05') });
      await record(service, { videoId: video.id, revision: 2 });

      expect(await change(owner, dealId, video.id, { url })).toMatchObject({ url });
    });

    test('allows another video if only users who may not record have requested access', async () => {
      const { owner, member, stranger, deal, video } = await createSharedDeal(service);
      const url = newVideoUrl();
      await hold(member, deal.id, video.id);
      await expect(hold(stranger, deal.id, video.id)).rejects.toMatchObject({ kind: 'not_found' });

      expect(await change(owner, deal.id, video.id, { url })).toMatchObject({ url });
    });

    test('keeps the video that the view log is recorded for, even when both happen concurrently', async () => {
      const { owner, dealId } = await newDeal();
      for (let tries = 0; tries < 30; tries += 1) {
        const video = await addVideo(service, owner, dealId);
        const [recordedFor] = await Promise.all([
          hold(owner, dealId, video.id),
          change(owner, dealId, video.id, { url: newVideoUrl() }).catch((error: unknown) =>
            expect(error).toMatchObject(CONFLICT),
          ),
        ]);

        const { video: now } = await service.as(owner).directory.getVideoAccess({ dealId, videoId: video.id });
        expect(recordedFor).toBe(now?.videoUrl);
      }
    });
  });

  test('a short link to its target keeps its view logs', async () => {
    const { owner, dealId } = await newDeal();
    const video = await addVideo(service, owner, dealId, { url: 'https://vm.tiktok.com/ZMabc124/' });
    await record(service, { videoId: video.id, revision: 1, value: 5, checkedAt: new Date('2026-03-05') });

    const url = 'https://www.tiktok.com/@ann/video/7311111111111111111';

    expect(await change(owner, dealId, video.id, { url })).toMatchObject({ needsResolution: false, latestValue: 5 });
  });

  test.each<[string, Partial<UpdateVideoRequest>]>([
    ['url', { url: null }],
    ['url', { url: 'https://www.youtube.com/@ann' }],
    ['postDate', { postDate: null }],
    ['postDate', { postDate: '9999-01-01' }],
  ])('to an unusable %s is refused', async (path, fields) => {
    const { owner, dealId } = await newDeal();
    const video = await addVideo(service, owner, dealId);

    await expect(change(owner, dealId, video.id, fields)).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path }],
    });
  });

  test('with an outdated version is refused', async () => {
    const { owner, dealId } = await newDeal();
    const video = await addVideo(service, owner, dealId);
    await change(owner, dealId, video.id, { title: 'Second' });
    const stale = { dealId, videoId: video.id, expectedVersion: 1 };

    await expect(change(owner, dealId, video.id, { title: 'Third', expectedVersion: 1 })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    await expect(service.as(owner).videos.deleteVideo(stale)).rejects.toMatchObject({ kind: 'stale' });
  });
});

test('a video cannot be accessed through another deal', async () => {
  const { owner, dealId } = await newDeal();
  const video = await addVideo(service, owner, dealId);
  const other = await createDeal(service, owner);
  const { videos, directory } = service.as(owner);
  const missing = { kind: 'not_found', message: expect.stringContaining('video') };

  await expect(change(owner, other.id, video.id, { title: 'X' })).rejects.toMatchObject(missing);
  await expect(videos.deleteVideo({ dealId: other.id, videoId: video.id })).rejects.toMatchObject(missing);
  await expect(directory.getVideoAccess({ dealId: other.id, videoId: video.id })).rejects.toMatchObject(missing);
  await expect(videos.deleteVideo({ dealId, videoId: newId() })).rejects.toMatchObject(missing);
});

test('deleting a video subtracts its views from the deal, and notifies viewcheck now and once more', async () => {
  const { owner, dealId } = await newDeal();
  const [kept, gone] = [await addVideo(service, owner, dealId), await addVideo(service, owner, dealId)];
  const checkedAt = new Date('2026-03-05');
  await record(
    service,
    { videoId: kept.id, revision: 1, value: 5, checkedAt },
    { videoId: gone.id, revision: 1, value: 7, checkedAt },
  );
  expect(await getDeal(service, owner, dealId)).toMatchObject({ videoCount: 2, totalViews: 12 });

  await service.as(owner).videos.deleteVideo({ dealId, videoId: gone.id, expectedVersion: 1 });

  expect(await getDeal(service, owner, dealId)).toMatchObject({ videoCount: 1, totalViews: 5, version: 1 });
  const payloads = service.delivered.flatMap(({ messages }) => messages.map(({ payload }) => payload));
  expect(payloads).toContainEqual({ dealIds: [], videoIds: [gone.id] });
});
