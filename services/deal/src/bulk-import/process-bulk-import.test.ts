import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks, listAll, POST_DATE } from '../testing/imports.js';
import { createDeal, newVideoUrl } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const canonicalOf = (id: string): string => `https://www.youtube.com/watch?v=${id}`;

describe('links', () => {
  test('to one video count once, in any spelling', async () => {
    const owner = testUser();
    const urls = ['https://youtu.be/sameVideo_1', 'https://www.youtube.com/shorts/sameVideo_1?si=a'];

    const answer = await importLinks(service, owner, [{ urls, promoCode: 'SAME' }]);

    expect(answer.summary).toMatchObject({ videosAdded: 1, videosAlreadyPresent: 0, duplicatesSkipped: 1 });
    expect(answer.deals).toMatchObject([{ videos: [{ url: canonicalOf('sameVideo_1'), originalUrl: urls[0] }] }]);
    expect(answer.invalid).toEqual([]);
  });

  test('that are unusable are returned, at most 200 characters of each, and the rest is imported', async () => {
    const owner = testUser();
    const huge = `https://${'x'.repeat(16_000)}.example`;

    const answer = await importLinks(service, owner, [{ urls: [huge, newVideoUrl(), ''], promoCode: 'REST' }]);

    expect(answer.summary).toMatchObject({ videosAdded: 1 });
    expect(answer.invalid).toMatchObject([
      { groupIndex: 0, url: huge.slice(0, 200) },
      { groupIndex: 0, url: '' },
    ]);
  });

  test('in pasted text are numbered after those of collections, and labels without links are invalid', async () => {
    const owner = testUser();
    const [a, b, c] = [newVideoUrl(), newVideoUrl(), newVideoUrl()];
    const linksText = `Ben\nCODE: BEN10\n${b}\n\nNobody\n\n${c}`;
    const request = { postDate: POST_DATE, collections: [{ urls: [a], promoCode: 'ANN' }], linksText };

    const answer = await service.as(owner).bulkImport.processBulkImport(request);

    expect(answer.summary).toMatchObject({ groups: 4, dealsCreated: 2, needsPromoCode: 1 });
    expect(answer.deals).toMatchObject([{ name: 'ANN' }, { name: 'Ben', promoCode: 'BEN10' }]);
    expect(answer.invalid).toEqual([{ groupIndex: 2, url: null, message: expect.stringContaining('Nobody'), line: 5 }]);
    expect(answer.needsPromoCode).toMatchObject([{ groupIndex: 3, urls: [c], name: null }]);
  });

  test('under a label that is too long for a name are imported, with the name cut and a report', async () => {
    const owner = testUser();
    const label = `${'a'.repeat(199)}😀 and more`;

    const { invalid } = await importLinks(service, owner, `${label}\nCODE: LONG\n${newVideoUrl()}`);

    expect(invalid).toEqual([
      { groupIndex: 0, url: null, message: expect.stringContaining('longer than 200'), line: 1 },
    ]);
    expect(await listAll(service, owner)).toMatchObject([{ deal: { name: 'a'.repeat(199) } }]);
  });

  test.each([
    ['no links at all', [], ''],
    ['only labels', [], 'Ann\n\nBen'],
    ['more than 500 groups', Array.from({ length: 501 }, () => ({ urls: ['https://youtu.be/sameVideo_1'] })), ''],
    [
      'more than 500 groups with those of the text',
      Array.from({ length: 500 }, () => ({ urls: ['x'] })),
      'https://a.b',
    ],
    ['more than 2000 links', [{ urls: Array.from({ length: 2_000 }, () => 'x') }], 'https://a.example'],
  ])('are refused when there are %s', async (_, collections, linksText) => {
    const { bulkImport } = service.as(testUser());

    await expect(bulkImport.processBulkImport({ postDate: POST_DATE, collections, linksText })).rejects.toMatchObject({
      kind: 'invalid_input',
      code: 'VALIDATION_ERROR',
    });
  });

  test('of any usable length are accepted, unless the response would be too large', async () => {
    const owner = testUser();
    const long = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://videos.example/${String(index).padStart(2_000, 'x')}`);

    const answer = await importLinks(service, owner, [{ urls: long(1_500) }]);

    expect(answer.needsPromoCode).toMatchObject([{ reason: 'no_match' }]);
    await expect(importLinks(service, owner, [{ urls: long(2_000) }])).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  test('are refused for a post date that leaves no room for due dates', async () => {
    const request = { postDate: '9999-12-31', collections: [{ urls: [newVideoUrl()] }] };

    await expect(service.as(testUser()).bulkImport.processBulkImport(request)).rejects.toMatchObject({
      details: [{ path: 'postDate' }],
    });
  });
});

test('an imported video gets its checks, and a reused deal keeps its version', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { promoCode: 'CHECKS', viewCheckDays: [3] });

  await importLinks(service, owner, [{ urls: [newVideoUrl()], promoCode: 'CHECKS' }]);

  const { videos } = await service.as(owner).videos.listVideos({ dealId: deal.id, pageSize: 1, skip: 0 });
  expect(videos).toMatchObject([{ postDate: POST_DATE, nextDueDate: '2026-03-04', title: null }]);
});

test('a repeated import with its idempotency key returns the first response', async () => {
  const owner = testUser();
  const { bulkImport } = service.as(owner, { idempotencyKey: newId() });
  const request = { postDate: POST_DATE, collections: [{ urls: [newVideoUrl()], promoCode: 'KEY' }] };

  const first = await bulkImport.processBulkImport(request);

  expect(await bulkImport.processBulkImport(request)).toEqual(first);
  expect(first.summary).toMatchObject({ dealsCreated: 1 });
});
