import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks, listAll, POST_DATE } from '../testing/imports.js';
import { addVideo, changeRequest, createDeal, newVideoUrl } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

describe('a group with a promo code', () => {
  test('of the maximum number of characters creates a deal, with any characters', async () => {
    const answer = await importLinks(service, testUser(), [
      { urls: [newVideoUrl()], promoCode: '🎬'.repeat(64) },
      { urls: [newVideoUrl()], promoCode: '🎬'.repeat(65) },
    ]);

    expect(answer.deals).toHaveLength(1);
    expect(answer.invalid).toMatchObject([
      { groupIndex: 1, message: expect.stringContaining('longer than 64 characters') },
    ]);
  });

  test('that is new creates a deal with the given details and the caller’s defaults', async () => {
    const owner = testUser();
    const url = newVideoUrl();
    const group = {
      urls: [url],
      promoCode: ' SAVE20 ',
      name: 'Ann',
      price: 12.5,
      viewsTarget: 1_000,
      promoLink: 'https://acme.example',
      contact: 'ann@example.org',
      notes: 'Note',
    };

    const answer = await importLinks(service, owner, [group]);

    const [{ deal, urls } = {}] = await listAll(service, owner);
    expect(deal).toMatchObject({
      name: 'Ann',
      status: 'active',
      promoCode: 'SAVE20',
      promoLink: 'https://acme.example',
      price: 12.5,
      currency: 'USD',
      viewsTarget: 1_000,
      contactName: 'ann@example.org',
      notes: 'Note',
      postDate: POST_DATE,
      viewCheckDays: [1, 7, 30],
      videoCount: 1,
      version: 1,
    });
    expect(urls).toEqual([url]);
    expect(answer).toEqual({
      summary: {
        groups: 1,
        videosAdded: 1,
        videosAlreadyPresent: 0,
        dealsCreated: 1,
        dealsReused: 0,
        needsPromoCode: 0,
        duplicatesSkipped: 0,
      },
      deals: [
        {
          dealId: deal!.id,
          name: 'Ann',
          promoCode: 'SAVE20',
          created: true,
          status: 'active',
          suggestedCodes: [],
          videos: [{ videoId: expect.any(String), url, originalUrl: url, status: 'added' }],
        },
      ],
      needsPromoCode: [],
      invalid: [],
      remainingLines: [],
      headingLines: [],
      unknownSites: [],
    });
  });

  test('is named after its code when it has no name', async () => {
    const owner = testUser();

    await importLinks(service, owner, [{ urls: [newVideoUrl()], promoCode: 'NONAME', name: '  ' }]);

    expect(await listAll(service, owner)).toMatchObject([{ deal: { name: 'NONAME' } }]);
  });

  test('does not import its own promo link as a video, and creates no deal for that link alone', async () => {
    const owner = testUser();
    const promoLink = 'https://acme.example/shop';
    const group = { promoCode: 'SHOP', promoLink };

    const alone = await importLinks(service, owner, [{ ...group, urls: [promoLink] }]);
    const { summary, invalid } = await importLinks(service, owner, [{ ...group, urls: [promoLink, newVideoUrl()] }]);

    expect(alone).toMatchObject({ deals: [], invalid: [{ url: promoLink }] });
    expect(summary).toMatchObject({ dealsCreated: 1, videosAdded: 1 });
    expect(invalid).toMatchObject([{ groupIndex: 0, url: promoLink, message: expect.stringContaining('promo link') }]);
  });

  test('uses dealDetails for details that it lacks', async () => {
    const owner = testUser();
    const dealDetails = { price: 1, viewsTarget: 10, contact: 'Bob', notes: 'Theirs', promoLink: 'https://b.example' };

    await importLinks(service, owner, [
      { urls: [newVideoUrl()], promoCode: 'DETAILS', price: 2, contact: '', notes: 'Ours', dealDetails },
    ]);

    expect(await listAll(service, owner)).toMatchObject([
      { deal: { price: 2, viewsTarget: 10, contactName: 'Bob', notes: 'Ours', promoLink: 'https://b.example' } },
    ]);
  });

  test('of an existing deal, in any case, is added to that deal and leaves its details unchanged', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { promoCode: 'Reuse', name: 'Mine', price: 5 });
    const url = newVideoUrl();

    const answer = await importLinks(service, owner, [{ urls: [url], promoCode: 'REUSE', name: 'New', price: 9 }]);

    expect(answer).toMatchObject({
      summary: { dealsCreated: 0, dealsReused: 1, videosAdded: 1 },
      deals: [{ dealId: deal.id, name: 'Mine', promoCode: 'Reuse', created: false }],
    });
    expect(await listAll(service, owner)).toMatchObject([
      // The first check of the new video.
      { deal: { ...deal, videoCount: 1, nextDueDate: '2026-03-02', version: 1 }, urls: [url] },
    ]);
  });

  test('is never added to another deal that has its videos', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { promoCode: 'FIRST' });
    const { url } = await addVideo(service, owner, deal.id);

    const answer = await importLinks(service, owner, [{ urls: [url], promoCode: 'SECOND' }]);

    expect(answer.deals).toMatchObject([{ promoCode: 'SECOND', created: true, videos: [{ status: 'added' }] }]);
    expect(await listAll(service, owner)).toHaveLength(2);
  });

  test('of an inactive deal, or another user’s deal, creates a new deal', async () => {
    const owner = testUser();
    const done = await createDeal(service, owner, { promoCode: 'DONE' });
    await service.as(owner).deals.updateDeal(changeRequest(done.id, { status: 'completed' }));
    await createDeal(service, testUser(), { promoCode: 'DONE' });

    const answer = await importLinks(service, owner, [{ urls: [newVideoUrl()], promoCode: 'DONE' }]);

    expect(answer.deals).toMatchObject([{ created: true }]);
  });

  test('that another group has too creates one deal, with the first of each detail', async () => {
    const owner = testUser();
    const urls = [newVideoUrl(), newVideoUrl()];

    const answer = await importLinks(service, owner, [
      { urls: [urls[0]!], promoCode: 'both', price: 3 },
      { urls: [urls[1]!, urls[0]!], promoCode: 'BOTH', name: 'Second', price: 4 },
    ]);

    expect(answer).toMatchObject({ summary: { groups: 2, dealsCreated: 1, videosAdded: 2, videosAlreadyPresent: 0 } });
    expect(answer.deals[0]!.videos.map(({ url }) => url)).toEqual(urls);
    expect(await listAll(service, owner)).toMatchObject([{ deal: { promoCode: 'both', name: 'Second', price: 3 } }]);
  });

  test('without usable links creates no deal', async () => {
    const owner = testUser();

    const answer = await importLinks(service, owner, [{ urls: ['https://www.youtube.com/@ann'], promoCode: 'EMPTY' }]);

    expect(answer).toMatchObject({ deals: [], needsPromoCode: [], invalid: [{ groupIndex: 0 }] });
    expect(await listAll(service, owner)).toEqual([]);
  });

  test('of the maximum length is accepted, and a longer one is returned with its links', async () => {
    const owner = testUser();
    const [fine, lost] = [newVideoUrl(), newVideoUrl()];
    const text = `CODE: ${'x'.repeat(64)}\n${fine}\n\nCODE: ${'y'.repeat(65)}\n${lost}`;

    const answer = await importLinks(service, owner, text);

    expect(answer.deals).toMatchObject([{ promoCode: 'x'.repeat(64) }]);
    expect(answer.invalid).toMatchObject([{ groupIndex: 1, url: lost, message: expect.stringContaining('64') }]);
  });
});
