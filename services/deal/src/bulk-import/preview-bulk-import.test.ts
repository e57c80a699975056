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

/** The response of an import as its preview should predict it. */
function foreseen(answer: ProcessBulkImportResponse): PreviewBulkImportResponse {
  const deals = answer.deals.map((deal) => ({
    ...deal,
    dealId: deal.created ? null : deal.dealId,
    videos: deal.videos.map((video) => ({ ...video, videoId: video.status === 'added' ? null : video.videoId })),
  }));
  return { ...answer, deals };
}

test('a preview returns existing deals and videos, gives new ones no id, and changes nothing', async () => {
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

test('a preview does not wait for a running import', async () => {
  const owner = testUser();

  const answer = await inTransaction(service.pool, async (tx) => {
    await claimImport(tx, 'bulk import', owner.userId);
    return preview(owner, { linksText: `CODE: BUSY\n${newVideoUrl()}` });
  });

  expect(answer.deals).toMatchObject([{ promoCode: 'BUSY', created: true }]);
});

test('a preview reports that a shared deal has the link, and that an import would not change it', async () => {
  const { member, video } = await createSharedDeal(service);

  const answer = await preview(member, { linksText: video.url });

  expect(answer).toMatchObject({ deals: [], needsPromoCode: [{ reason: 'team_shared_match' }] });
});

test('a preview without links, or with an invalid day, is refused like the import', async () => {
  const owner = testUser();

  await expect(preview(owner, { linksText: 'Only a label' })).rejects.toMatchObject({ kind: 'invalid_input' });
  await expect(preview(owner, { postDate: 'yesterday', linksText: newVideoUrl() })).rejects.toMatchObject({
    kind: 'invalid_input',
  });
});

/** Few links and codes, so that groups share them with each other and with existing deals. */
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

test('an import does exactly what its preview predicted, after any earlier imports', async () => {
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

test('a preview of two hundred groups takes as many statements as one of two', async () => {
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
