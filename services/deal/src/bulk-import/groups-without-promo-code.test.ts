import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks, listAll, POST_DATE } from '../testing/imports.js';
import { addVideo, changeRequest, createDeal, createSharedDeal, newVideoUrl, userIn } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

describe('a group without promo code', () => {
  test('is added as a whole to the active deal that has one of its videos', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { name: 'Known' });
    const { url } = await addVideo(service, owner, deal.id);
    const added = newVideoUrl();

    const answer = await importLinks(service, owner, [{ urls: [added, url], name: 'Ignored', promoCode: '  ' }]);

    expect(answer.deals).toMatchObject([
      {
        dealId: deal.id,
        name: 'Known',
        promoCode: null,
        created: false,
        videos: [
          { url: added, status: 'added' },
          { url, status: 'already_present' },
        ],
      },
    ]);
    expect(answer.summary).toMatchObject({ videosAdded: 1, videosAlreadyPresent: 1, dealsReused: 1 });
  });

  test('reports the code that its text suggests when its videos belong to a deal with another code', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { name: 'Spring', promoCode: 'SPRING20' });
    const { url } = await addVideo(service, owner, deal.id);
    const importAs = async (name: string) => (await importLinks(service, owner, [{ urls: [url], name }])).deals;

    expect(await importAs('Glow (usecode: glow-10)')).toMatchObject([{ dealId: deal.id, suggestedCodes: ['glow-10'] }]);
    expect(await importAs('Coffee - code spring20')).toMatchObject([{ dealId: deal.id, suggestedCodes: [] }]);
  });

  test('is added to the deal whose promo link is among its links, if no deal has one of its videos', async () => {
    const owner = testUser();
    const [promoLink, otherLink] = ['https://acme.example/one', 'https://acme.example/two'];
    await createDeal(service, owner, { promoLink });
    const byLink = await createDeal(service, owner, { promoLink: otherLink });
    const byVideo = await createDeal(service, owner);
    const { url } = await addVideo(service, owner, byVideo.id);

    const [viaVideo] = (await importLinks(service, owner, [{ urls: [promoLink, url] }])).deals;
    const [viaLink] = (await importLinks(service, owner, [{ urls: [otherLink, newVideoUrl()] }])).deals;

    expect(viaLink?.dealId).toBe(byLink.id);
    expect(viaVideo?.dealId).toBe(byVideo.id);
  });

  test('is matched by a promo link even if that is not a video', async () => {
    const owner = testUser();
    const promoLink = 'https://www.youtube.com/@acme';
    const deal = await createDeal(service, owner, { promoLink });

    const answer = await importLinks(service, owner, [{ urls: [promoLink, newVideoUrl()] }]);

    expect(answer).toMatchObject({ deals: [{ dealId: deal.id }], invalid: [{ groupIndex: 0, url: promoLink }] });
  });

  test.each([[{}], [{ promoCode: 'SHOP' }]])('does not import the promo link of its deal, with %p', async (fields) => {
    const owner = testUser();
    const promoLink = 'https://acme.example/shop';
    const deal = await createDeal(service, owner, { promoLink, ...fields });
    const video = newVideoUrl();

    const answer = await importLinks(service, owner, [{ urls: [promoLink, video], ...fields }]);

    expect(answer).toMatchObject({ deals: [{ dealId: deal.id, videos: [{ url: video }] }], unknownSites: [] });
    expect(answer.summary).toMatchObject({ videosAdded: 1, duplicatesSkipped: 0 });
    const tagged = await importLinks(service, owner, [{ urls: [promoLink, `${promoLink}?utm_source=x`], ...fields }]);
    expect(tagged).toMatchObject({ summary: { videosAdded: 0 }, unknownSites: [] });
    expect(await listAll(service, owner)).toMatchObject([{ urls: [video] }]);
  });

  test('imports the promo link of its deal if it is a video', async () => {
    const owner = testUser();
    const promoLink = newVideoUrl();
    await createDeal(service, owner, { promoLink });

    expect((await importLinks(service, owner, [{ urls: [promoLink] }])).summary).toMatchObject({ videosAdded: 1 });
  });

  test('that matches nothing needs a code, and is returned with everything required to repeat it', async () => {
    const owner = testUser();
    const url = newVideoUrl();
    const pasted = ` ${url}&si=x `;

    const answer = await importLinks(service, owner, [
      { urls: [newVideoUrl()], promoCode: 'OTHER' },
      { urls: [pasted, 'nonsense'], name: 'Ann', price: 3, dealDetails: { notes: 'Note' } },
    ]);

    const [group] = answer.needsPromoCode;
    expect(answer.summary).toMatchObject({ needsPromoCode: 1, groups: 2 });
    expect(group).toMatchObject({
      groupIndex: 1,
      urls: [pasted.trim()],
      name: 'Ann',
      reason: 'no_match',
      requiredFields: ['promoCode'],
      optionalFields: ['name', 'price', 'viewsTarget', 'promoLink', 'contact', 'notes'],
      prompt: expect.stringContaining('promo code'),
      nextAction: {
        operation: 'deals.bulk_add_view_checks',
        retryParams: {
          postDate: POST_DATE,
          linksText: null,
          collections: [{ urls: [pasted.trim()], name: 'Ann', price: 3, notes: 'Note', promoCode: null }],
        },
      },
    });
    const { collections } = group!.nextAction!.retryParams!;
    const again = await importLinks(service, owner, [{ ...collections[0]!, promoCode: 'NOW' }]);
    expect(again.deals).toMatchObject([{ name: 'Ann', promoCode: 'NOW', videos: [{ url, status: 'added' }] }]);
  });

  test('whose label has the code of an active deal as a word gets it as a suggestion', async () => {
    const owner = testUser();
    await createDeal(service, owner, { promoCode: 'KITE25' });
    const groups = [{ name: 'Kiteline - kite25' }, { name: 'KITE25' }, { name: 'Kiteline kite250' }];

    const { needsPromoCode } = await importLinks(
      service,
      owner,
      groups.map((group) => ({ ...group, urls: [newVideoUrl()] })),
    );

    expect(
      needsPromoCode.map(({ suggestedCode, suggestedName }) => [suggestedCode ?? null, suggestedName ?? null]),
    ).toEqual([
      ['KITE25', 'Kiteline'],
      ['KITE25', null],
      [null, null],
    ]);
    expect(
      (await importLinks(service, testUser(), [{ ...groups[1], urls: [newVideoUrl()] }])).needsPromoCode,
    ).toMatchObject([{ prompt: expect.not.stringContaining('seems to name') }]);
  });

  test('with the name of one active deal is offered that deal, and changes none', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { name: 'Glow Serum Spring', promoCode: 'GLOW10' });
    await createDeal(service, testUser(), { name: 'Kite Air', promoCode: 'KITE20' });
    const done = await createDeal(service, owner, { name: 'Kite Air', promoCode: 'KITE30' });
    await service.as(owner).deals.updateDeal(changeRequest(done.id, { status: 'completed' }));
    for (const promoCode of ['TWICE1', 'TWICE2']) await createDeal(service, owner, { name: 'Twice', promoCode });
    const names = [' glow  SERUM Spring', 'Glow Serum', 'Kite Air', 'Twice', 'Glow sérum spring', 'GLOW10 Serum'];

    const { deals, needsPromoCode } = await importLinks(
      service,
      owner,
      names.map((name) => `${name}\n${newVideoUrl()}`).join('\n\n'),
    );

    expect(deals).toEqual([]);
    expect(needsPromoCode.map((group) => [group.suggestedCode ?? null, group.suggestedDealName ?? null])).toEqual([
      ['GLOW10', 'Glow Serum Spring'],
      [null, null],
      [null, null],
      [null, null],
      [null, null],
      ['GLOW10', 'Glow Serum Spring'],
    ]);
    expect(needsPromoCode[0]).toMatchObject({
      suggestedName: 'glow SERUM Spring',
      prompt: expect.stringContaining('active deal Glow Serum Spring with the code GLOW10 seems to be meant'),
    });
    expect(await listAll(service, owner)).toContainEqual({
      deal: expect.objectContaining({ id: deal.id, videoCount: 0 }),
      urls: [],
    });
  });

  test('whose text names another code than the deal of its name gets that code', async () => {
    const owner = testUser();
    await createDeal(service, owner, { name: 'Glow', promoCode: 'GLOW10' });
    await createDeal(service, owner, { name: 'Winter', promoCode: 'GLOW33' });
    const text = ['GLOW22', 'glow33'].map((code) => `Glow\t${newVideoUrl()}\t${code}`).join('\n');

    const { needsPromoCode } = await importLinks(service, owner, text);

    expect(needsPromoCode.map((group) => [group.suggestedCode, group.suggestedDealName])).toEqual([
      ['GLOW22', null],
      ['glow33', 'Winter'],
    ]);
  });

  test('that matches several deals needs a code and changes none', async () => {
    const owner = testUser();
    const deals = [await createDeal(service, owner), await createDeal(service, owner)];
    const videos = [await addVideo(service, owner, deals[0]!.id), await addVideo(service, owner, deals[1]!.id)];

    const answer = await importLinks(service, owner, [{ urls: [...videos.map(({ url }) => url), newVideoUrl()] }]);

    expect(answer).toMatchObject({ deals: [], needsPromoCode: [{ reason: 'ambiguous_match' }] });
    expect(await listAll(service, owner)).toMatchObject([{ deal: { videoCount: 1 } }, { deal: { videoCount: 1 } }]);
  });

  test('that matches a shared deal needs a code and changes no deal of other users', async () => {
    const { deal, video, owner, teamAdmin } = await createSharedDeal(service);

    const answer = await importLinks(service, teamAdmin, [{ urls: [video.url, newVideoUrl()] }]);

    expect(answer).toMatchObject({ deals: [], needsPromoCode: [{ reason: 'team_shared_match' }] });
    expect(await listAll(service, owner)).toMatchObject([{ deal: { id: deal.id, videoCount: 1 } }]);
    expect(await listAll(service, teamAdmin)).toEqual([]);
  });

  test('that has the promo link of a shared deal needs a code', async () => {
    const { deal, owner, teamId } = await createSharedDeal(service);
    const promoLink = `https://acme.example/${deal.id}`;
    await service.as(owner).deals.updateDeal(changeRequest(deal.id, { promoLink }));
    const groups = [{ urls: [promoLink, newVideoUrl()] }];

    const [shared, strange] = [userIn({ [teamId]: 'member' }), testUser()];

    for (const [user, reason] of [[shared, 'team_shared_match'] as const, [strange, 'no_match'] as const]) {
      expect((await importLinks(service, user, groups)).needsPromoCode).toMatchObject([{ reason }]);
    }
  });

  test('that matches an own deal and a shared one needs a code and changes neither', async () => {
    const { video, teamId } = await createSharedDeal(service);
    const user = userIn({ [teamId]: 'member' });
    const own = await createDeal(service, user);
    const ownVideo = await addVideo(service, user, own.id);

    const mixed = await importLinks(service, user, [{ urls: [ownVideo.url, video.url] }]);
    const coded = await importLinks(service, user, [
      { urls: [video.url], promoCode: 'MINE' },
      { urls: [video.url, newVideoUrl()] },
    ]);

    expect(mixed).toMatchObject({ deals: [], needsPromoCode: [{ reason: 'team_shared_match' }] });
    expect(coded.needsPromoCode).toEqual([]);
    expect(coded.deals).toMatchObject([{ promoCode: 'MINE', videos: [{ status: 'added' }, { status: 'added' }] }]);
  });

  test('prefers the caller’s own deal to a shared one', async () => {
    const { video, teamId } = await createSharedDeal(service);
    const user = userIn({ [teamId]: 'owner' });
    const own = await createDeal(service, user);
    await addVideo(service, user, own.id, { url: video.url });

    expect((await importLinks(service, user, [{ urls: [video.url] }])).deals).toMatchObject([{ dealId: own.id }]);
  });

  test('matches neither deals of strangers nor inactive deals', async () => {
    const owner = testUser();
    const { video } = await createSharedDeal(service);
    const done = await createDeal(service, owner, { promoLink: 'https://done.example' });
    const old = await addVideo(service, owner, done.id);
    await service.as(owner).deals.updateDeal(changeRequest(done.id, { status: 'completed' }));

    const answer = await importLinks(service, owner, [
      { urls: [video.url] },
      { urls: [old.url] },
      { urls: ['https://done.example'] },
    ]);

    expect(answer.needsPromoCode.map(({ reason }) => reason)).toEqual(['no_match', 'no_match', 'no_match']);
  });

  test('is matched through groups of the same request, so that importing it again changes nothing', async () => {
    const owner = testUser();
    const [a, b, c] = [newVideoUrl(), newVideoUrl(), newVideoUrl()];
    const groups = [{ urls: [b, c] }, { urls: [a, b] }, { urls: [a], promoCode: 'CHAIN' }];

    const first = await importLinks(service, owner, groups);
    const second = await importLinks(service, owner, groups);

    expect(first.summary).toMatchObject({ videosAdded: 3, dealsCreated: 1, needsPromoCode: 0 });
    expect(second.summary).toMatchObject({ videosAdded: 0, videosAlreadyPresent: 3, dealsCreated: 0, dealsReused: 1 });
    expect(await listAll(service, owner)).toMatchObject([{ deal: { videoCount: 3 }, urls: [a, b, c].sort() }]);
  });
});
