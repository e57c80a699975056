import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { localDay } from '@svc/chassis/time/calendar';
import type { ListVideosOfDealsRequest } from '@svc/proto/deal/v1/video_service';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, changeRequest, createDeal, createSharedDeal, record } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

function list(user: UserPrincipal, fields: Partial<ListVideosOfDealsRequest> = {}) {
  return service.as(user).videos.listVideosOfDeals({ pageSize: 50, skip: 0, scope: 'mine', ...fields });
}

/** Titles of the videos that match the filters. */
async function titles(user: UserPrincipal, fields: Partial<ListVideosOfDealsRequest> = {}) {
  const { videos, totalSize } = await list(user, fields);
  expect(totalSize).toBe(videos.length);
  return videos.map(({ video }) => video?.title);
}

test('a video is listed with its deal, its newest view log and its next check', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { name: 'Spring', promoCode: 'SAVE20', viewCheckDays: [1, 7] });
  const video = await addVideo(service, owner, deal.id, { title: 'Unboxing', postDate: '2026-03-01' });
  const checkedAt = new Date('2026-03-03T10:00:00Z');
  await record(service, { videoId: video.id, revision: 1, value: 1_200, checkedAt });

  const { videos, totalSize } = await list(owner);

  expect(totalSize).toBe(1);
  expect(videos).toEqual([
    {
      video: { ...video, latestValue: 1_200, latestCheckedAt: checkedAt, nextDueDate: '2026-03-08' },
      dealName: 'Spring',
      promoCode: 'SAVE20',
      due: true,
      access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] },
    },
  ]);
});

test('pages cover all deals, newest first, and have the total, even beyond the end', async () => {
  const owner = testUser();
  const deals = [await createDeal(service, owner), await createDeal(service, owner)];
  for (let number = 1; number <= 5; number += 1) {
    await addVideo(service, owner, deals[number % 2]!.id, { title: `Video ${number}` });
  }
  const page = async (pageSize: number, skip: number) => {
    const { videos, totalSize } = await list(owner, { pageSize, skip });
    return [totalSize, ...videos.map(({ video }) => video?.title)];
  };

  expect(await page(2, 0)).toEqual([5, 'Video 5', 'Video 4']);
  expect(await page(2, 4)).toEqual([5, 'Video 1']);
  expect(await page(2, 6)).toEqual([5]);
  expect(await list(testUser())).toMatchObject({ videos: [], totalSize: 0 });
});

describe('filters', () => {
  test('match videos by platform, and those whose address is not resolved', async () => {
    const owner = testUser();
    const { id } = await createDeal(service, owner);
    await addVideo(service, owner, id, { title: 'Tube' });
    await addVideo(service, owner, id, { title: 'Tok', url: 'https://www.tiktok.com/@maya/video/7301234567890123456' });
    await addVideo(service, owner, id, { title: 'Short', url: 'https://vm.tiktok.com/ZMabc123/' });

    expect(await titles(owner, { platform: 'tiktok' })).toEqual(['Short', 'Tok']);
    expect(await titles(owner, { unresolved: true })).toEqual(['Short']);
    expect(await titles(owner, { unresolved: false })).toEqual(['Tok', 'Tube']);
    expect(await titles(owner, { unresolved: false, platform: 'tiktok' })).toEqual(['Tok']);
  });

  test('match the videos of deals with a contact or an influencer', async () => {
    const owner = testUser();
    const contact = await createContact(service, owner);
    const influencer = await createContact(service, owner, { kind: 'influencer' });
    const one = await createDeal(service, owner, { contactId: contact.id });
    const both = await createDeal(service, owner, { contactId: contact.id, influencerId: influencer.id });
    const none = await createDeal(service, owner);
    await addVideo(service, owner, one.id, { title: 'One' });
    await addVideo(service, owner, both.id, { title: 'Both' });
    await addVideo(service, owner, none.id, { title: 'None' });

    expect(await titles(owner, { contactId: contact.id })).toEqual(['Both', 'One']);
    expect(await titles(owner, { contactId: contact.id, influencerId: influencer.id })).toEqual(['Both']);
    expect(await titles(testUser(), { influencerId: influencer.id })).toEqual([]);
  });

  test('match due videos by the caller’s time zone', async () => {
    const owner = testUser();
    const elsewhere = (timeZone: string) => ({ ...owner, preferences: { ...owner.preferences, timeZone } });
    const first = elsewhere('Pacific/Kiritimati');
    const last = elsewhere('Pacific/Pago_Pago');
    const { id } = await createDeal(service, owner, { viewCheckDays: [0] });
    const done = await createDeal(service, owner, { viewCheckDays: [0] });
    await addVideo(service, owner, id, { title: 'Old', postDate: '2026-01-01' });
    await addVideo(service, owner, id, { title: 'Today', postDate: localDay(new Date(), 'Pacific/Kiritimati') });
    await addVideo(service, owner, id, { title: 'Later', postDate: '2090-01-01' });
    await addVideo(service, owner, done.id, { title: 'Over', postDate: '2026-01-01' });
    await service.as(owner).deals.updateDeal(changeRequest(done.id, { status: 'completed' }));

    expect(await titles(first, { due: true })).toEqual(['Today', 'Old']);
    expect(await titles(first, { due: false })).toEqual(['Over', 'Later']);
    expect(await titles(last, { due: true })).toEqual(['Old']);
    const { videos } = await list(first);
    expect(videos.map(({ due }) => due)).toEqual([false, false, true, true]);
  });

  test('match a video by its address in any spelling, and by its id', async () => {
    const owner = testUser();
    const { id } = await createDeal(service, owner);
    await addVideo(service, owner, id, { title: 'Wanted', url: 'https://www.youtube.com/watch?v=abcdEFGH_51' });
    await addVideo(service, owner, id, { title: 'Other', url: 'https://www.youtube.com/watch?v=abcdEFGH_52' });
    const spelled = ['https://youtu.be/abcdEFGH_51?t=3', 'youtube.com/shorts/abcdEFGH_51', 'abcdEFGH_51'];

    for (const query of spelled) expect([query, await titles(owner, { query })]).toEqual([query, ['Wanted']]);
    expect(await titles(testUser(), { query: spelled[0] })).toEqual([]);
  });

  test('search title, name and promo code of the deal, without case and accents, and nothing else', async () => {
    const owner = testUser();
    const named = await createDeal(service, owner, { name: 'Éclair', brand: 'Hidden brand' });
    const coded = await createDeal(service, owner, { name: 'Other', promoCode: 'SAVE_20' });
    await addVideo(service, owner, named.id, { title: 'First' });
    await addVideo(service, owner, coded.id, { title: 'Zweites Vidéo' });
    await addVideo(service, owner, coded.id);

    expect(await titles(owner, { query: 'eclair' })).toEqual(['First']);
    expect(await titles(owner, { query: 'save_' })).toEqual([null, 'Zweites Vidéo']);
    expect(await titles(owner, { query: 'VIDEO' })).toEqual(['Zweites Vidéo']);
    expect(await titles(owner, { query: 'brand' })).toEqual([]);
    expect(await titles(owner, { query: '%' })).toEqual([]);
  });

  test.each<[string, Partial<ListVideosOfDealsRequest>]>([
    ['limit', { pageSize: -1 }],
    ['offset', { skip: -1 }],
    ['scope', { scope: 'everything' }],
  ])('are refused for a bad %s', async (path, fields) => {
    await expect(list(testUser(), fields)).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path }] });
  });
});

test('shared videos are listed only with scope mine-and-shared, and only for members of the team', async () => {
  const { video, owner, member, teamAdmin, stranger, teamId } = await createSharedDeal(service, { name: 'Shared' });
  const both = { scope: 'mine-and-shared' };

  expect((await list(member)).videos).toEqual([]);
  expect((await list(member, both)).videos).toMatchObject([
    {
      video: { id: video.id },
      dealName: 'Shared',
      access: { role: 'team-member', teamIds: [teamId], canEdit: false, canEditViews: false },
    },
  ]);
  expect((await list(teamAdmin, both)).videos).toMatchObject([{ access: { canEditViews: true } }]);
  expect((await list(member, { ...both, query: 'shared' })).totalSize).toBe(1);
  expect((await list(owner, both)).videos).toMatchObject([{ access: { canEdit: true } }]);
  expect(await list(stranger, both)).toMatchObject({ videos: [], totalSize: 0 });
  expect(await list(stranger, { ...both, query: 'shared' })).toMatchObject({ videos: [], totalSize: 0 });
});

test('pages cover own and shared videos together, each once', async () => {
  const { deal, owner, member } = await createSharedDeal(service, { name: 'Shared' });
  const own = await createDeal(service, member);
  for (const number of [1, 2]) {
    await addVideo(service, member, own.id, { title: `Own ${number}` });
    await addVideo(service, owner, deal.id, { title: `Shared ${number}` });
  }
  const page = async (pageSize: number, skip: number) => {
    const { videos, totalSize } = await list(member, { pageSize, skip, scope: 'mine-and-shared' });
    return [totalSize, ...videos.map(({ video }) => video?.title)];
  };

  expect(await page(2, 0)).toEqual([5, 'Shared 2', 'Own 2']);
  expect(await page(2, 2)).toEqual([5, 'Shared 1', 'Own 1']);
  expect(await page(2, 4)).toEqual([5, null]);
  expect(await page(2, 6)).toEqual([5]);
});
