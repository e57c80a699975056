import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks } from '../testing/imports.js';
import { newVideoUrl } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const BAD = 'https://www.youtube.com/@name';

test('an import without problems leaves no lines', async () => {
  const { remainingLines } = await importLinks(service, testUser(), `Anna\nCODE: ONE\n${newVideoUrl()}`);

  expect(remainingLines).toEqual([]);
});

test('groups that need a code remain whole, unusable links with the labels and codes of their group', async () => {
  const groups = [
    ['Anna', newVideoUrl(), BAD],
    ['Ben', 'CODE: BEN10', newVideoUrl(), BAD, `${newVideoUrl()} ${BAD}`, newVideoUrl()],
    ['Nobody'],
    ['CODE: CLEO', newVideoUrl()],
  ];
  const text = groups.map((lines) => lines.join('\n')).join('\n\n');

  const answer = await importLinks(service, testUser(), text);

  expect(answer.remainingLines).toEqual([
    { groupIndex: 0, firstLine: 1, lastLine: 3 },
    { groupIndex: 1, firstLine: 5, lastLine: 6 },
    { groupIndex: 1, firstLine: 8, lastLine: 9 },
    { groupIndex: 2, firstLine: 12, lastLine: 12 },
  ]);
  expect(answer.invalid.map(({ groupIndex, line }) => [groupIndex, line])).toEqual([
    [0, 3],
    [1, 8],
    [1, 9],
    [2, 12],
  ]);
});

test('rows of a spreadsheet below headings come with the line of the headings, whatever deals they have', async () => {
  const rows = [`Kite\t${newVideoUrl()}\tKITE99`, `Glow\t${newVideoUrl()}\tpending`, `Fjell\t\tFJELL15`];
  const text = ['Hello,', '', 'Deal\tLink\tCode', ...rows].join('\n');

  const answer = await importLinks(service, testUser(), text);

  expect(answer).toMatchObject({
    deals: [{ name: 'Kite', promoCode: 'KITE99' }],
    needsPromoCode: [{ name: 'Glow', suggestedCode: null }],
    invalid: [{ line: 6, message: '"Fjell FJELL15" has no links. Add its links, or remove it.' }],
    remainingLines: [
      { groupIndex: 1, firstLine: 5, lastLine: 5 },
      { groupIndex: 2, firstLine: 6, lastLine: 6 },
    ],
    headingLines: [3],
  });
});

test('a greeting above a group remains with it, but problems name the line of the group', async () => {
  const answer = await importLinks(service, testUser(), `Hello,\n\nKite\n\nGlow\n${newVideoUrl()}`);

  expect(answer).toMatchObject({ invalid: [{ line: 3 }], headingLines: [] });
  expect(answer.remainingLines[0]).toEqual({ groupIndex: 0, firstLine: 1, lastLine: 3 });
});

test('groups of collections have no lines', async () => {
  const urls = [newVideoUrl(), BAD, 'https://shop.example/video'];

  const answer = await importLinks(service, testUser(), [{ urls }]);

  expect(answer).toMatchObject({ remainingLines: [], needsPromoCode: [{ groupIndex: 0 }] });
  expect(answer.invalid).toMatchObject([{ line: null }]);
  expect(answer.unknownSites).toEqual([{ groupIndex: 0, url: 'https://shop.example/video', line: null }]);
});

test('links to unknown video sites are reported and imported; short links are not reported', async () => {
  const links = ['https://shop.example/video', 'https://t.co/abc123', newVideoUrl()];

  const answer = await importLinks(service, testUser(), `CODE: SITES\n${links.join('\n')}`);

  expect(answer.summary).toMatchObject({ videosAdded: 3 });
  expect(answer.unknownSites).toEqual([{ groupIndex: 0, url: links[0], line: 2 }]);
});

test('a video that two groups add to the same deal is skipped once, and counted', async () => {
  const url = newVideoUrl();

  const { summary } = await importLinks(service, testUser(), `CODE: ONE\n${url}\n${url}\n\nCODE: one\n${url}`);

  expect(summary).toMatchObject({ videosAdded: 1, duplicatesSkipped: 2 });
});

test('a group that needs a code is returned with the one that its label seems to name, for the user to confirm', async () => {
  const { needsPromoCode } = await importLinks(service, testUser(), [
    { urls: [newVideoUrl()], name: 'Anna (usecode: glow-10)' },
    { urls: [newVideoUrl()], name: 'Ben' },
  ]);

  expect(needsPromoCode).toMatchObject([
    { suggestedCode: 'glow-10', suggestedName: 'Anna', prompt: expect.stringContaining('seems to name glow-10') },
    { suggestedCode: null, suggestedName: null, prompt: expect.not.stringContaining('seems to name') },
  ]);
});
