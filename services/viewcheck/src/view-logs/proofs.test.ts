import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addScreenshot, CAPTURED, NO_EVIDENCE, REDACTED, REFERENCE } from '../testing/test-screenshots.js';
import {
  AWAY,
  type newViewLog,
  recordViewLog,
  SLOW,
  startViewcheck,
  type TestDeal,
  type ViewcheckService,
} from '../testing/viewcheck-service.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

beforeEach(() => {
  viewcheck.screenshots.failure = null;
  viewcheck.screenshots.calls.length = 0;
});

afterAll(() => viewcheck.stop());

const PAGE = { pageSize: 0, skip: 0 };
/** Adds a screenshot that is not yet linked. */
const screenshotOf = (user: { userId: string }, answer = CAPTURED): string => addScreenshot(viewcheck, user, answer);

const record = (deal: TestDeal, overrides: Parameters<typeof newViewLog>[1] = {}, user = deal.users.owner) =>
  recordViewLog(viewcheck.logs(user), deal, overrides);

describe('a view log recorded with a screenshot', () => {
  test('links the screenshot to the video, and takes its evidence from it', async () => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(deal.users.owner);

    const viewLog = await record(deal, { screenshotId, value: 12_300, observedPromoAtSeconds: 81.5 });

    const evidence = { rawText: '12.3K plays', precision: 'rounded', metric: 'plays', grade: 'server_captured' };
    expect(viewLog.screenshot).toMatchObject({ screenshotId, ...REFERENCE });
    expect(viewLog.evidence).toEqual({ ...evidence, observedPromoAtSeconds: 81.5 });
    expect(viewcheck.screenshots.known.get(screenshotId)?.videoId).toBe(deal.videoId);
  });

  test('does not link the screenshot when its date is refused', async () => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(deal.users.owner);

    await expect(record(deal, { screenshotId, checkedAt: '2004-12-31' })).rejects.toMatchObject({
      kind: 'invalid_input',
    });

    expect(viewcheck.screenshots.known.get(screenshotId)?.videoId).toBeNull();
  });

  test.each([
    ['another one was found', CAPTURED, 12_400],
    ['the owner stated it', { ...CAPTURED, detectedViewsDetail: { source: 'operator', conflict: false } }, 12_300],
    ['it was found on the page of another video', { ...CAPTURED, showsAnotherPage: true }, 12_300],
    ['none was found', { grade: 'server_captured', detectedViewsDetail: { conflict: false } }, 12_300],
  ])('has its screenshot, and no grade, where %s', async (_why, answer, value) => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(deal.users.owner, answer);

    const { evidence, screenshot } = await record(deal, { screenshotId, value });

    expect(evidence).toMatchObject(NO_EVIDENCE);
    expect(screenshot).toMatchObject({ screenshotId, ...REFERENCE });
  });

  test.each(['uploaded', 'extension_captured'])('has the grade of an uploaded picture: %s', async (grade) => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(deal.users.owner, { grade, detectedViews: 12_300 });

    const { evidence } = await record(deal, { screenshotId, value: 12_300 });

    expect(evidence).toMatchObject({ ...NO_EVIDENCE, grade: 'uploaded' });
  });

  test.each([
    ['not_found', 'is of another user', null],
    ['unavailable', 'cannot be asked about', AWAY],
    ['timeout', 'is not answered for in time', SLOW],
  ])('is refused as %s when the screenshot %s, and not recorded', async (kind, _why, failure) => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(failure ? deal.users.owner : deal.users.stranger);
    viewcheck.screenshots.failure = failure;

    await expect(record(deal, { screenshotId })).rejects.toMatchObject({ kind });

    expect(await viewcheck.logs(deal.users.owner).listDealViewLogs({ dealId: deal.dealId, ...PAGE })).toMatchObject({
      totalSize: 0,
    });
  });

  test('is refused before any request to screenshot when the caller may not record', async () => {
    const deal = viewcheck.createDeal();
    const member = deal.users['team-member'];
    const screenshotId = screenshotOf(member);

    await expect(record(deal, { screenshotId }, member)).rejects.toMatchObject({ kind: 'forbidden' });

    expect(viewcheck.screenshots.known.get(screenshotId)?.videoId).toBeNull();
  });

  test('keeps its screenshot when corrected, which grades each new value', async () => {
    const deal = viewcheck.createDeal();
    const { dealId } = deal;
    const screenshotId = screenshotOf(deal.users.owner);
    const { id: viewLogId } = await record(deal, { screenshotId, value: 12_300, observedPromoAtSeconds: 5 });
    const correct = async (correction: { note?: string; value?: number }) => {
      const request = { dealId, viewLogId, updateMask: Object.keys(correction), ...correction };
      return (await viewcheck.logs(deal.users.owner).updateViewLog(request)).viewLog;
    };

    const noted = await correct({ note: 'Seen', value: 12_300 });
    const changed = await correct({ value: 7 });
    const changedBack = await correct({ value: 12_300 });

    expect(noted?.evidence).toMatchObject({ rawText: '12.3K plays', grade: 'server_captured' });
    expect(changed).toMatchObject({ value: 7, screenshot: { screenshotId, ...REFERENCE } });
    expect(changed?.evidence).toEqual({ ...NO_EVIDENCE, observedPromoAtSeconds: 5 });
    expect(changedBack?.evidence).toEqual(noted?.evidence);
  });

  test("keeps the grade of the owner's uploaded screenshot when an administrator corrects a typo", async () => {
    const deal = viewcheck.createDeal();
    const { dealId, users } = deal;
    const screenshotId = screenshotOf(users.owner, { grade: 'uploaded', detectedViews: 555 });
    const { id: viewLogId } = await record(deal, { screenshotId, value: 556 });
    const correct = async (value: number) => {
      const request = { dealId, viewLogId, updateMask: ['value'], value };
      return (await viewcheck.logs(users['team-admin']).updateViewLog(request)).viewLog;
    };

    expect(await correct(555)).toMatchObject({ value: 555, screenshot: REDACTED, evidence: { grade: 'uploaded' } });
    viewcheck.screenshots.failure = AWAY;
    expect(await correct(554)).toMatchObject({ value: 554, evidence: { grade: 'uploaded' } });
  });

  test('can be corrected while screenshots are unavailable', async () => {
    const deal = viewcheck.createDeal();
    const { dealId } = deal;
    const { id: viewLogId } = await record(deal, { screenshotId: screenshotOf(deal.users.owner) });
    viewcheck.screenshots.failure = AWAY;

    const { viewLog } = await viewcheck
      .logs(deal.users.owner)
      .updateViewLog({ dealId, viewLogId, updateMask: ['value'], value: 8 });

    expect(viewLog).toMatchObject({ value: 8, screenshot: null });
  });
});

test('a view log may have the time of observation without a screenshot', async () => {
  const deal = viewcheck.createDeal();

  const { evidence, screenshot } = await record(deal, { observedPromoAtSeconds: 12 });

  expect(screenshot).toBeNull();
  expect(evidence).toMatchObject({ grade: 'none', observedPromoAtSeconds: 12 });
});

/** Returns both lists of the deal's view logs, as the user sees them. */
async function bothLists({ dealId, users }: TestDeal, role: keyof TestDeal['users']) {
  const mine = viewcheck.logs(users[role]);
  return [
    await mine.listDealViewLogs({ dealId, ...PAGE }),
    await mine.listViewLogs({ ...PAGE, scope: 'mine-and-shared', dealId, viewLogIds: [] }),
  ];
}

describe('a page of view logs', () => {
  test('shows a screenshot to users who may see it, and only its existence to the rest of the team', async () => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(deal.users.owner);
    await record(deal, { screenshotId });

    for (const { viewLogs, degraded } of await bothLists(deal, 'owner')) {
      expect([viewLogs[0]?.screenshot, degraded]).toEqual([{ screenshotId, ...REFERENCE }, []]);
    }
    for (const { viewLogs } of await bothLists(deal, 'team-member')) {
      expect(viewLogs[0]?.screenshot).toMatchObject(REDACTED);
      expect(JSON.stringify(viewLogs)).not.toContain(screenshotId);
    }
  });

  test('has null for a deleted screenshot', async () => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(deal.users.owner);
    await record(deal, { screenshotId });
    viewcheck.screenshots.known.delete(screenshotId);

    for (const { viewLogs, degraded } of await bothLists(deal, 'owner')) {
      expect([viewLogs[0]?.screenshot, degraded]).toEqual([null, []]);
    }
  });

  test('requests all its screenshots at once, and makes no request when it has none', async () => {
    const [proven, unproven] = [viewcheck.createDeal(), viewcheck.createDeal()];
    const twice = screenshotOf(proven.users.owner);
    for (const screenshotId of [twice, twice, screenshotOf(proven.users.owner), null]) {
      await record(proven, { screenshotId });
    }
    await record(unproven);
    const { calls } = viewcheck.screenshots;

    await bothLists(proven, 'owner');
    const askedForProven = calls.length;
    await bothLists(unproven, 'owner');

    expect([askedForProven, calls.length]).toEqual([2, 2]);
    for (const milliseconds of calls) expect(milliseconds).toBeLessThanOrEqual(1_000);
  });

  test.each([
    ['away', AWAY],
    ['slow', SLOW],
  ])('is returned without screenshots, and marked degraded, while screenshot is %s', async (_what, failure) => {
    const deal = viewcheck.createDeal();
    await record(deal, { screenshotId: screenshotOf(deal.users.owner), value: 12 });
    viewcheck.screenshots.failure = failure;

    for (const { viewLogs, degraded } of await bothLists(deal, 'owner')) {
      expect([viewLogs.map(({ value, screenshot }) => [value, screenshot]), degraded]).toEqual([
        [[12, null]],
        ['screenshots'],
      ]);
    }
  });

  test("has the proofs that its reader may pass on in the sponsor's text", async () => {
    const deal = viewcheck.createDeal();
    await record(deal, { screenshotId: screenshotOf(deal.users.owner), value: 12 });
    const textFor = async (role: keyof TestDeal['users']) => {
      const request = { ...PAGE, scope: 'mine-and-shared', dealId: deal.dealId, viewLogIds: [] };
      return (await viewcheck.logs(deal.users[role]).listViewLogs(request)).copyText;
    };

    expect(await textFor('owner')).toContain(' proof: https://s.example/p');
    expect(await textFor('team-admin')).not.toContain('proof');
  });
});

describe("the number of a deal's view logs with proof", () => {
  const provenOf = async ({ dealId, users }: TestDeal, page = PAGE) =>
    (await viewcheck.logs(users.owner).listDealViewLogs({ dealId, ...page })).provenSize ?? null;

  test('includes other pages, on the first page, without deleted screenshots', async () => {
    const deal = viewcheck.createDeal();
    const [twice, gone] = [screenshotOf(deal.users.owner), screenshotOf(deal.users.owner)];
    for (const screenshotId of [twice, gone, twice, null]) await record(deal, { screenshotId });
    viewcheck.screenshots.known.delete(gone);

    expect(await provenOf(deal, { pageSize: 1, skip: 0 })).toBe(2);
    expect(await provenOf(deal, { pageSize: 1, skip: 1 })).toBeNull();
    expect(await provenOf(viewcheck.addVideo(viewcheck.createDeal()))).toBe(0);
  });

  test('is unknown while screenshots are unavailable', async () => {
    const deal = viewcheck.createDeal();
    await record(deal, { screenshotId: screenshotOf(deal.users.owner) });
    viewcheck.screenshots.failure = AWAY;

    expect(await provenOf(deal)).toBeNull();
  });
});
