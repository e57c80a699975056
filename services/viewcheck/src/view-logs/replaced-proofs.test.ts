import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { waitForLockWaiters } from '@svc/chassis/testing/lock-waiters';
import { addScreenshot, CAPTURED, NO_EVIDENCE, REDACTED, REFERENCE } from '../testing/test-screenshots.js';
import {
  AWAY,
  type newViewLog,
  recordViewLog,
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
});

afterAll(() => viewcheck.stop());

const PAGE = { pageSize: 0, skip: 0 };
/** Adds a screenshot that is not yet linked. */
const screenshotOf = (user: { userId: string }, answer = CAPTURED): string => addScreenshot(viewcheck, user, answer);

const record = (deal: TestDeal, overrides: Parameters<typeof newViewLog>[1] = {}, user = deal.users.owner) =>
  recordViewLog(viewcheck.logs(user), deal, overrides);

describe('the screenshot of an existing view log', () => {
  type User = TestDeal['users']['owner'];
  /** Both ways to replace a screenshot: the method, and the field that gateways of the previous version send. */
  const WAYS = {
    'by its own method': async (
      user: User,
      request: { dealId: string; viewLogId: string; screenshotId: string | null },
    ) => (await viewcheck.logs(user).replaceViewLogScreenshot(request)).viewLog,
    'by a correction': async (
      user: User,
      request: { dealId: string; viewLogId: string; screenshotId: string | null },
    ) => (await viewcheck.logs(user).updateViewLog({ ...request, updateMask: ['screenshot_id'] })).viewLog,
  };
  const replace = (
    { dealId, users }: TestDeal,
    viewLogId: string,
    screenshotId: string | null,
    { as: user = users.owner, way = 'by its own method' }: { as?: User; way?: keyof typeof WAYS } = {},
  ) => WAYS[way](user, { dealId, viewLogId, screenshotId });

  test('is added and replaced, linked to the video, with the evidence of the new one', async () => {
    const deal = viewcheck.createDeal();
    const { id } = await record(deal, { value: 12_300 });
    const sent = screenshotOf(deal.users.owner, { grade: 'uploaded' });
    const captured = screenshotOf(deal.users.owner);

    const added = await replace(deal, id, sent);
    const replaced = await replace(deal, id, captured);

    expect(added).toMatchObject({ screenshot: { screenshotId: sent }, evidence: { grade: 'uploaded' }, version: 2 });
    expect(replaced).toMatchObject({ screenshot: { screenshotId: captured }, evidence: { rawText: '12.3K plays' } });
    expect(viewcheck.screenshots.known.get(captured)?.videoId).toBe(deal.videoId);
  });

  test('is removed with its evidence', async () => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(deal.users.owner);
    const { id: viewLogId } = await record(deal, { screenshotId, value: 12_300 });

    const removed = await replace(deal, viewLogId, null);

    expect(removed).toMatchObject({ value: 12_300, screenshot: null, evidence: NO_EVIDENCE });
  });

  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    'is replaced and removed %s only by the owner of the deal and by the user who attached it',
    async (way) => {
      const deal = viewcheck.createDeal();
      const { owner, 'team-admin': admin, 'team-owner': other } = deal.users;
      const { id } = await record(deal, { screenshotId: screenshotOf(owner), value: 12_300 });
      const refused = {
        kind: 'forbidden',
        message: 'Only the owner of the deal and the owner of the screenshot may replace or remove it.',
      };

      for (const screenshotId of [null, screenshotOf(admin)]) {
        await expect(replace(deal, id, screenshotId, { as: admin, way })).rejects.toMatchObject(refused);
      }
      await replace(deal, id, null, { way });
      await replace(deal, id, screenshotOf(admin), { as: admin, way });
      await expect(replace(deal, id, null, { as: other, way })).rejects.toMatchObject(refused);
      const own = screenshotOf(admin);
      expect(await replace(deal, id, own, { as: admin, way })).toMatchObject({ screenshot: { screenshotId: own } });
      expect(await replace(deal, id, screenshotOf(owner), { way })).toMatchObject({ version: 5 });
    },
  );

  test('that is already attached changes nothing, even when an administrator sends it', async () => {
    const deal = viewcheck.createDeal();
    const screenshotId = screenshotOf(deal.users.owner);
    const { id } = await record(deal, { screenshotId });

    const same = await replace(deal, id, screenshotId, { as: deal.users['team-admin'] });

    expect(same).toMatchObject({ screenshot: REDACTED, version: 1 });
  });

  test('that the owner has just replaced is not removed by an administrator who may remove only the previous one', async () => {
    const deal = viewcheck.createDeal();
    const admin = deal.users['team-admin'];
    const { id } = await record(deal, { screenshotId: screenshotOf(admin) }, admin);
    const ofOwner = screenshotOf(deal.users.owner);
    const others = await viewcheck.pool.connect();
    await others.control('begin');
    await others.query('update viewcheck.view_logs set screenshot_id = $2 where id = $1', [id, ofOwner]);

    const removing = replace(deal, id, null, { as: admin }).catch((error: unknown) => error);
    await waitForLockWaiters(viewcheck.pool);
    await others.control('commit');
    others.release();

    expect(await removing).toMatchObject({ kind: 'stale' });
    expect(await replace(deal, id, ofOwner)).toMatchObject({ screenshot: { screenshotId: ofOwner }, version: 1 });
  });

  test('that was deleted can be replaced by every user who may correct the view log, once screenshot confirms it', async () => {
    const deal = viewcheck.createDeal();
    const admin = deal.users['team-admin'];
    const gone = screenshotOf(deal.users.owner);
    const { id } = await record(deal, { screenshotId: gone });
    const replacement = screenshotOf(admin);
    viewcheck.screenshots.known.delete(gone);

    viewcheck.screenshots.failure = AWAY;
    await expect(replace(deal, id, replacement, { as: admin })).rejects.toMatchObject({ kind: 'unavailable' });
    viewcheck.screenshots.failure = null;
    const replaced = await replace(deal, id, replacement, { as: admin });

    expect(replaced).toMatchObject({ screenshot: { screenshotId: replacement } });
  });

  test('remains in the history, visible to users who may see it', async () => {
    const deal = viewcheck.createDeal();
    const { owner, 'team-member': member } = deal.users;
    const [first, second] = [screenshotOf(owner), screenshotOf(owner)];
    const { id: viewLogId } = await record(deal, { screenshotId: first });
    await replace(deal, viewLogId, second);
    await replace(deal, viewLogId, null);
    viewcheck.screenshots.known.delete(second);
    const historyFor = (user: User) =>
      viewcheck.logs(user).getViewLogHistory({ dealId: deal.dealId, viewLogId, ...PAGE });
    const statesOf = ({ corrections }: Awaited<ReturnType<typeof historyFor>>) =>
      corrections.map(({ changedFields, before, after }) => [changedFields, before?.screenshot, after?.screenshot]);

    const own = await historyFor(owner);
    const ofMember = await historyFor(member);
    viewcheck.screenshots.failure = AWAY;
    const away = await historyFor(owner);

    const changed = ['screenshotId'];
    expect(statesOf(own)).toEqual([
      [changed, null, null],
      [changed, { screenshotId: first, ...REFERENCE }, null],
    ]);
    expect(statesOf(ofMember)).toMatchObject([
      [changed, null, null],
      [changed, REDACTED, null],
    ]);
    expect(JSON.stringify(ofMember)).not.toContain(first);
    expect([own.degraded, away.degraded, statesOf(away)[1]]).toEqual([[], ['screenshots'], [changed, null, null]]);
  });

  test('proves a value corrected in the same request', async () => {
    const deal = viewcheck.createDeal();
    const { id: viewLogId } = await record(deal, { value: 7 });
    const change = { screenshotId: screenshotOf(deal.users.owner), value: 12_300 };

    const { viewLog } = await viewcheck
      .logs(deal.users.owner)
      .updateViewLog({ dealId: deal.dealId, viewLogId, updateMask: ['screenshot_id', 'value'], ...change });

    expect(viewLog).toMatchObject({ value: 12_300, evidence: { grade: 'server_captured' } });
  });

  test('is not linked when the change is refused: date, version, right, or owner', async () => {
    const deal = viewcheck.createDeal();
    const { owner, 'team-member': member } = deal.users;
    const { id: viewLogId } = await record(deal);
    const screenshotId = screenshotOf(owner);
    const foreign = screenshotOf(member);
    const named = { dealId: deal.dealId, viewLogId, screenshotId };

    await expect(replace(deal, viewLogId, foreign)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(replace(deal, viewLogId, foreign, { as: member })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(
      viewcheck.logs(owner).replaceViewLogScreenshot({ ...named, expectedVersion: 7 }),
    ).rejects.toMatchObject({ kind: 'stale' });
    const impossible = { ...named, updateMask: ['screenshot_id', 'checked_at'], checkedAt: '1999-01-01' };
    await expect(viewcheck.logs(owner).updateViewLog(impossible)).rejects.toMatchObject({ kind: 'invalid_input' });

    for (const id of [screenshotId, foreign]) expect(viewcheck.screenshots.known.get(id)?.videoId).toBeNull();
  });
});
