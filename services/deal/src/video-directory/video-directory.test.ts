import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { stringify as formatUuid, v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, createDeal, createSharedDeal } from '../testing/records.js';
import { findViewLogTargets } from './find-view-log-targets.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

function unpack(ids: Uint8Array): string[] {
  return Array.from({ length: ids.length / 16 }, (_, index) => formatUuid(ids.subarray(index * 16, index * 16 + 16)));
}

async function targets(user: UserPrincipal, scope: string, query?: string) {
  const found = await service.as(user).directory.findViewLogTargets({ scope, query });
  return {
    shared: unpack(found.sharedDealIds).sort(),
    deals: unpack(found.matchingDealIds).sort(),
    videos: unpack(found.matchingVideoIds).sort(),
  };
}

async function ofBrand(user: UserPrincipal, scope: string, brand: string): Promise<string[]> {
  return unpack((await service.as(user).directory.findViewLogTargets({ scope, brand })).brandDealIds).sort();
}

describe('descriptions of videos', () => {
  test('contain what a view log shows of its video', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { name: 'Launch', promoCode: 'SAVE20' });
    const video = await addVideo(service, owner, deal.id, { postDate: '2026-03-01', title: 'Unboxing' });

    const { video: described } = await service
      .as(owner)
      .directory.getVideoAccess({ dealId: deal.id, videoId: video.id });

    expect(described).toEqual({
      videoId: video.id,
      dealId: deal.id,
      ownerId: owner.userId,
      dealName: 'Launch',
      promoCode: 'SAVE20',
      videoUrl: video.url,
      platform: 'youtube',
      postDate: '2026-03-01',
      title: 'Unboxing',
      access: deal.access,
    });
  });

  test('cover all videos of a deal, but only for users who see it', async () => {
    const { deal, owner, member, stranger, video } = await createSharedDeal(service);
    const other = await addVideo(service, owner, deal.id);
    const videoIds = async (user: UserPrincipal) =>
      unpack((await service.as(user).directory.listVideoIds({ dealId: deal.id })).videoIds).sort();

    expect(await videoIds(owner)).toEqual([video.id, other.id].sort());
    expect(await videoIds(member)).toEqual([video.id, other.id].sort());
    await expect(videoIds(stranger)).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('omit hidden, unknown and repeated videos, with one statement', async () => {
    const { video, member, owner } = await createSharedDeal(service);
    const hidden = await createSharedDeal(service);
    const videoIds = [video.id, hidden.video.id, newId(), video.id];
    const before = service.pool.statementCount();

    const { videos } = await service.as(member).directory.describeVideos({ videoIds });

    expect(service.pool.statementCount() - before).toBe(1);
    expect(videos).toMatchObject([{ videoId: video.id, ownerId: owner.userId, access: { role: 'team-member' } }]);
  });

  test('are limited to 500 videos', async () => {
    const videoIds = Array.from({ length: 501 }, () => newId());

    await expect(service.as(testUser()).directory.describeVideos({ videoIds })).rejects.toMatchObject({
      kind: 'invalid_input',
    });
  });
});

describe('the targets of a search', () => {
  test('are found by deal name, promo code and video address, without case and accents', async () => {
    const owner = testUser();
    const named = await createDeal(service, owner, { name: 'Été chez Ann' });
    const coded = await createDeal(service, owner, { name: 'Other', promoCode: 'ETE20', brand: 'Été brand' });
    const branded = await createDeal(service, owner, { name: 'Third', brand: 'ete', notes: 'ete', tags: ['ete'] });
    const video = await addVideo(service, owner, branded.id, { url: 'https://videos.example/ete/1' });

    expect(await targets(owner, 'mine', 'été')).toEqual({
      shared: [],
      deals: [named.id, coded.id].sort(),
      videos: [video.id],
    });
    expect(await targets(owner, 'mine', 'abc123')).toEqual({ shared: [], deals: [], videos: [] });
    expect(await targets(owner, 'mine', '%')).toMatchObject({ deals: [], videos: [] });
  });

  test('include the video of an address in any spelling', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { name: 'https://youtu.be/dQw4w9WgXcQ' });
    const video = await addVideo(service, owner, deal.id, { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
    await addVideo(service, owner, deal.id);

    for (const query of ['https://youtu.be/dQw4w9WgXcQ?si=1', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5s']) {
      expect(await targets(owner, 'mine', query)).toEqual({ shared: [], deals: [], videos: [video.id] });
    }
    expect(await targets(owner, 'mine', 'dQw4w9WgXcQ')).toMatchObject({ videos: [video.id] });
  });

  test('include shared deals only on request, and those of strangers never', async () => {
    const { deal, video, owner, member, stranger } = await createSharedDeal(service, { name: 'Shared launch' });
    const own = await createDeal(service, member, { name: 'Own launch' });

    expect(await targets(member, 'mine', 'launch')).toEqual({ shared: [], deals: [own.id], videos: [] });
    expect(await targets(member, 'mine-and-shared', 'launch')).toEqual({
      shared: [deal.id],
      deals: [deal.id, own.id].sort(),
      videos: [],
    });
    expect(await targets(member, 'mine-and-shared', video.url)).toMatchObject({ videos: [video.id] });
    expect(await targets(owner, 'mine-and-shared', 'launch')).toEqual({ shared: [], deals: [deal.id], videos: [] });
    expect(await targets(stranger, 'mine-and-shared', 'launch')).toEqual({ shared: [], deals: [], videos: [] });
  });

  test('are refused when a search matches more than fit; of too many shared deals they are the newest', async () => {
    const { owner, member, teamId, deal } = await createSharedDeal(service, { name: 'Launch one' });
    const newer = await createDeal(service, owner, { name: 'Launch two' });
    await service.share(newer.id, teamId);
    const find = (query: string | null, matching: number) =>
      findViewLogTargets(service.pool, member, 'mine-and-shared', { query, brand: null }, { shared: 1, matching });

    await expect(find('launch', 1)).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: 'q' }] });
    expect(unpack((await find('launch', 2)).matchingDealIds).sort()).toEqual([deal.id, newer.id].sort());
    expect(unpack((await find(null, 1)).sharedDealIds)).toEqual([newer.id]);
  });

  test('are the deals of a brand in any spelling, and shared ones only on request', async () => {
    const { deal, owner, member, stranger, teamId } = await createSharedDeal(service, {
      name: 'Launch',
      brand: 'Café',
    });
    await createDeal(service, owner, { brand: 'Cafés' });
    const newer = await createDeal(service, owner, { brand: 'café' });
    const own = await createDeal(service, member, { brand: 'CAFE' });
    await service.share(newer.id, teamId);

    expect(await ofBrand(member, 'mine', 'cafe')).toEqual([own.id]);
    expect(await ofBrand(member, 'mine-and-shared', 'cafe')).toEqual([own.id, deal.id, newer.id].sort());
    expect(await ofBrand(stranger, 'mine-and-shared', 'cafe')).toEqual([]);
    const find = findViewLogTargets(
      service.pool,
      owner,
      'mine',
      { query: null, brand: 'cafe' },
      { shared: 1, matching: 1 },
    );
    await expect(find).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: 'brand' }] });
  });

  test('are only the shared deals without search terms', async () => {
    const { deal, member } = await createSharedDeal(service);
    await createDeal(service, member);

    expect(await targets(member, 'mine-and-shared')).toEqual({ shared: [deal.id], deals: [], videos: [] });
  });
});
