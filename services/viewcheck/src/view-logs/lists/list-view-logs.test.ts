import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import {
  type newViewLog,
  recordViewLog,
  startViewcheck,
  type TestDeal,
  type ViewcheckService,
} from '../../testing/viewcheck-service.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck.stop());

const EVERYTHING = { pageSize: 0, skip: 0, scope: 'mine', viewLogIds: [] };

const record = (deal: TestDeal, overrides: Parameters<typeof newViewLog>[1] = {}, user = deal.users.owner) =>
  recordViewLog(viewcheck.logs(user), deal, overrides);

test('pages after a position show each view log once, even when others are removed', async () => {
  const deal = viewcheck.createDeal();
  const { dealId } = deal;
  const vanished = viewcheck.addVideo(deal);
  for (const day of [1, 2, 3, 4, 5]) await record(deal, { value: day, checkedAt: `2026-01-0${day}` });
  await record(vanished, { value: 6, checkedAt: '2026-01-06' });
  await record(vanished, { value: 7, checkedAt: '2026-01-07' });
  viewcheck.forget(vanished.videoId);
  const mine = viewcheck.logs(deal.users.owner);
  const values: number[] = [];
  let pageToken: string | null = null;
  do {
    const page = await mine.listDealViewLogs({ dealId, pageSize: 2, skip: 0, pageToken });
    values.push(...page.viewLogs.map(({ value }) => value));
    pageToken = page.nextPageToken ?? null;
    const [first] = page.viewLogs;
    if (first) await mine.deleteViewLog({ dealId, viewLogId: first.id });
  } while (pageToken !== null);

  expect(values).toEqual([5, 4, 3, 2, 1]);
});

test('selected view logs are listed with their text, without others', async () => {
  const deal = viewcheck.createDeal();
  const [first, , third] = [
    await record(deal, { value: 1_001 }),
    await record(deal, { value: 1_002 }),
    await record(deal, { value: 1_003 }),
  ];
  const foreign = await record(viewcheck.createDeal());
  const viewLogIds = [first.id, third.id, foreign.id];

  const { viewLogs, totalSize, copyText } = await viewcheck
    .logs(deal.users.owner)
    .listViewLogs({ ...EVERYTHING, viewLogIds });

  expect(viewLogs.map(({ value }) => value).toSorted((one, other) => one - other)).toEqual([1_001, 1_003]);
  expect(totalSize).toBe(2);
  expect(copyText).toMatch(/1,001[^]*1,003|1,003[^]*1,001/);
  expect(copyText).not.toContain('1,002');
});

describe('the list', () => {
  test('is sorted by latest checked, paged, and has the total', async () => {
    const deal = viewcheck.createDeal();
    for (const day of ['02', '04', '03', '01']) await record(deal, { checkedAt: `2026-01-${day}`, value: Number(day) });
    const mine = viewcheck.logs(deal.users.owner);

    const { viewLogs, totalSize } = await mine.listViewLogs({ ...EVERYTHING, pageSize: 2, skip: 1 });

    expect(viewLogs.map((log) => log.value)).toEqual([3, 2]);
    expect(totalSize).toBe(4);
  });

  test('covers whole days in the time zone of the caller', async () => {
    const deal = viewcheck.createDeal();
    const { owner } = deal.users;
    const inNewYork = { ...owner, preferences: { ...owner.preferences, timeZone: 'America/New_York' } };
    await record(deal, { value: 1, checkedAt: '2026-01-10T04:59:59.999Z' });
    await record(deal, { value: 2, checkedAt: '2026-01-10T05:00:00Z' });
    await record(deal, { value: 3, checkedAt: '2026-01-11T04:59:59.999Z' });
    await record(deal, { value: 4, checkedAt: '2026-01-11T05:00:00Z' });
    const values = async (from: string, to: string) =>
      (await viewcheck.logs(inNewYork).listViewLogs({ ...EVERYTHING, from, to })).viewLogs.map((log) => log.value);

    expect(await values('2026-01-10', '2026-01-10')).toEqual([3, 2]);
    expect(await values('2026-01-10T05:00:00Z', '2026-01-11T05:00:00Z')).toEqual([4, 3, 2]);
    await expect(values('2026-01-11', '2026-01-10')).rejects.toMatchObject({ details: [{ path: 'to' }] });
  });

  test('is searched by deal name and note, with literal % and _', async () => {
    const user = testUser();
    const deal = viewcheck.createDeal();
    const other = viewcheck.createDeal({ dealName: 'Winter sale' });
    await record(deal, { note: 'Über 50% off_now' });
    await record(deal, { note: 'nothing' });
    const mine = viewcheck.logs(deal.users.owner);
    const notes = async (query: string) =>
      (await mine.listViewLogs({ ...EVERYTHING, query })).viewLogs.map((log) => log.note);

    expect(await notes('uber 50%')).toEqual(['Über 50% off_now']);
    expect(await notes('f_n')).toEqual(['Über 50% off_now']);
    expect(await notes('f%n')).toEqual([]);
    expect(await notes('spring')).toHaveLength(2);
    expect(await viewcheck.logs(other.users.owner).listViewLogs({ ...EVERYTHING, query: 'winter' })).toMatchObject({
      totalSize: 0,
    });
    expect(await viewcheck.logs(user).listViewLogs({ ...EVERYTHING, query: 'spring' })).toMatchObject({ totalSize: 0 });
  });

  test('can be filtered by brand, also with a search and days, without deals out of scope', async () => {
    const deal = viewcheck.createDeal();
    const other = viewcheck.createDeal();
    const brand = `Brand ${deal.dealId}`;
    viewcheck.brands.set(deal.dealId, brand).set(other.dealId, brand);
    await record(deal, { value: 10, checkedAt: '2026-01-20' });
    await record(other, { value: 20, checkedAt: '2026-01-20' });
    const values = async (fields: object) =>
      (await viewcheck.logs(deal.users.owner).listViewLogs({ ...EVERYTHING, ...fields })).viewLogs.map(
        ({ value }) => value,
      );

    expect(await values({ brand })).toEqual([10]);
    expect(await values({ brand, query: 'spring', from: '2026-01-20', to: '2026-01-20' })).toEqual([10]);
    expect(await values({ brand, from: '2026-01-21' })).toEqual([]);
    expect(await values({ brand: 'Another brand' })).toEqual([]);
  });

  test('omits rows of deleted videos, even before they are purged', async () => {
    const deal = viewcheck.createDeal();
    await record(deal);
    viewcheck.forget(deal.videoId);

    const { viewLogs, copyText } = await viewcheck.logs(deal.users.owner).listViewLogs(EVERYTHING);

    expect(viewLogs).toEqual([]);
    expect(copyText).toBe('');
  });

  test("has the sponsor's text for the rows that it returns", async () => {
    const deal = viewcheck.createDeal();
    await record(deal, { value: 12_345, checkedAt: '2026-01-20' });
    await record(deal, { value: 1, checkedAt: '2026-01-19' });

    const { copyText } = await viewcheck.logs(deal.users.owner).listViewLogs({ ...EVERYTHING, pageSize: 1 });

    expect(copyText).toBe(
      'Spring launch [SAVE20]\nhttps://www.youtube.com/watch?v=abc123XYZ_0 - 12,345 views (2026-01-20)',
    );
  });
});
