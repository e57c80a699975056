import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { testUser } from '@svc/chassis/testing/test-service';
import type {
  PreviewBulkImportResponse,
  ProcessBulkImportRequest,
  ProcessBulkImportResponse,
} from '@svc/proto/deal/v1/bulk_import_service';
import * as fc from 'fast-check';
import { claimImport } from '../imports/import-queue.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks, listAll, POST_DATE } from '../testing/imports.js';
import { addVideo, createDeal, createSharedDeal, newVideoUrl } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

function preview(user: UserPrincipal, request: Partial<ProcessBulkImportRequest>): Promise<PreviewBulkImportResponse> {
  return service.as(user).bulkImport.previewBulkImport({ postDate: POST_DATE, collections: [], ...request });
}

/** What an import answers, as its preview should have. */
function foreseen(answer: ProcessBulkImportResponse): PreviewBulkImportResponse {
  const deals = answer.deals.map((deal) => ({
    ...deal,
    dealId: deal.created ? null : deal.dealId,
    videos: deal.videos.map((video) => ({ ...video, videoId: video.status === 'added' ? null : video.videoId })),
  }));
  return { ...answer, deals };
}

test('a preview names the deals and videos that are there, gives new ones no id, and changes nothing', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { name: 'Known', promoCode: 'KNOWN' });
  const [held, added, fresh] = [newVideoUrl(), newVideoUrl(), newVideoUrl()];
  const video = await addVideo(service, owner, deal.id, { url: held });
  const before = await listAll(service, owner);

  const answer = await preview(owner, {
    collections: [
      { urls: [held, added], promoCode: 'known' },
      { urls: [fresh], promoCode: 'NEW', name: 'Fresh' },
    ],
    linksText: `${newVideoUrl()}\n\nNobody`,
  });

  expect(answer.summary).toEqual({
    groups: 4,
    videosAdded: 2,
    videosAlreadyPresent: 1,
    dealsCreated: 1,
    dealsReused: 1,
    needsPromoCode: 1,
    duplicatesSkipped: 0,
  });
  expect(answer.deals).toEqual([
    {
      dealId: deal.id,
      name: 'Known',
      promoCode: 'KNOWN',
      created: false,
      status: 'active',
      suggestedCodes: [],
      videos: [
        { videoId: video.id, url: held, originalUrl: held, status: 'already_present' },
        { videoId: null, url: added, originalUrl: added, status: 'added' },
      ],
    },
    {
      dealId: null,
      name: 'Fresh',
      promoCode: 'NEW',
      created: true,
      status: 'active',
      suggestedCodes: [],
      videos: [{ videoId: null, url: fresh, originalUrl: fresh, status: 'added' }],
    },
  ]);
  expect(answer.needsPromoCode).toMatchObject([
    { groupIndex: 2, reason: 'no_match', nextAction: { operation: 'deals.bulk_add_view_checks' } },
  ]);
  expect(answer.invalid).toMatchObject([{ groupIndex: 3, url: null }]);
  expect(await listAll(service, owner)).toEqual(before);
});

test('a preview does not wait for an import that is at work', async () => {
  const owner = testUser();

  const answer = await inTransaction(service.pool, async (tx) => {
    await claimImport(tx, 'bulk import', owner.userId);
    return preview(owner, { linksText: `CODE: BUSY\n${newVideoUrl()}` });
  });

  expect(answer.deals).toMatchObject([{ promoCode: 'BUSY', created: true }]);
});

test('a preview tells of a shared deal with the link that an import would not touch it', async () => {
  const { member, video } = await createSharedDeal(service);

  const answer = await preview(member, { linksText: video.url });

  expect(answer).toMatchObject({ deals: [], needsPromoCode: [{ reason: 'team_shared_match' }] });
});

test('without a link, or with a day that is none, a preview is refused as the import is', async () => {
  const owner = testUser();

  await expect(preview(owner, { linksText: 'Only a label' })).rejects.toMatchObject({ kind: 'invalid_input' });
  await expect(preview(owner, { postDate: 'yesterday', linksText: newVideoUrl() })).rejects.toMatchObject({
    kind: 'invalid_input',
  });
});

/** Few links and codes, so that groups meet each other and what is there. */
const url = fc.constantFrom(
  ...Array.from({ length: 8 }, (_, number) => `https://youtu.be/someVideo_${number}`),
  'https://www.youtube.com/shorts/someVideo_1',
  'https://shop.example/landing',
  'no link',
);
const group = fc.record(
  {
    urls: fc.array(url, { minLength: 1, maxLength: 4 }),
    promoCode: fc.constantFrom('A', 'a', 'B', 'STRASSE', 'straße', ' ', null),
    name: fc.constantFrom('First', 'Second', null),
    contact: fc.constantFrom('Maya', null),
    promoLink: fc.constantFrom('https://shop.example/landing', null),
  },
  { requiredKeys: ['urls'] },
);
const request = fc.record({
  postDate: fc.constant(POST_DATE),
  collections: fc.array(group, { minLength: 1, maxLength: 5 }),
  linksText: fc.constantFrom('', 'Ann\nCODE: B\nhttps://youtu.be/someVideo_2\n\nhttps://youtu.be/someVideo_3'),
});

test('an import comes to exactly what its preview said, whatever was imported before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 4 }), async (requests) => {
      const owner = testUser();
      for (const each of requests) {
        const expected = await preview(owner, each);
        const answer = await service.as(owner).bulkImport.processBulkImport(each);
        expect(foreseen(answer)).toEqual(expected);
      }
    }),
    { numRuns: 40 },
  );
});

test('a preview takes as many statements for two hundred groups as for two', async () => {
  const owner = testUser();
  await importLinks(service, owner, [{ urls: [newVideoUrl()], promoCode: 'THERE' }]);
  const groups = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ urls: [newVideoUrl()], promoCode: `CODE${number}` }));

  const statementsOf = async (count: number) => {
    const before = service.pool.statementCount();
    await preview(owner, { collections: groups(count) });
    return service.pool.statementCount() - before;
  };

  expect(await statementsOf(200)).toBe(await statementsOf(2));
});
