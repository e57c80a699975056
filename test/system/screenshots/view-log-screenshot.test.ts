/** The screenshot that proves a view log: who may replace it, and where changes of it are shown. */
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf, ErrorAnswer, List, ViewLog } from '../answers.ts';
import { joinTeam } from '../sharing/joining.ts';
import { createScreenshot, dealWithVideo, pixel } from './screenshots.ts';

const stack = await sharedStack();

let owner: Session;
/** Administrators of a team that the deal is shared with. */
let admin: Session;
let otherAdmin: Session;
let dealId: string;
let videoId: string;
let viewId: string;
let path: string;
let ofOwner: string;
let pixels = 7_000;

const takeScreenshot = async (user: Session): Promise<string> =>
  (await createScreenshot(user, pixel((pixels += 1)))).screenshotId;
const replace = (user: Session, screenshotId: string | null) =>
  user.put<ViewLog & ErrorAnswer>(`${path}/screenshot`, { screenshotId });

beforeAll(async () => {
  [owner, admin, otherAdmin] = await Promise.all([stack.signUp(), stack.signUp(), stack.signUp()]);
  ({ dealId, videoId } = await dealWithVideo(owner, 31));
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Team' });
  for (const person of [admin, otherAdmin]) await joinTeam(owner, team.id, person, 'admin');
  await owner.post(`/api/teams/${team.id}/share`, { entityType: 'deal', entityId: dealId });
});

beforeEach(async () => {
  ofOwner = await takeScreenshot(owner);
  const input = { videoId, value: 7, screenshotId: ofOwner };
  viewId = (await owner.post<ViewLog>(`/api/deals/${dealId}/views`, input)).body.id;
  path = `/api/deals/${dealId}/views/${viewId}`;
});

test.each(['patch', 'put'] as const)('a correction (%s) takes no screenshot', async (method) => {
  for (const screenshotId of [null, ofOwner]) {
    const { status, body } = await owner[method]<ErrorAnswer>(path, { value: 5, screenshotId });
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([400, 'VALIDATION_ERROR', 'screenshotId']);
  }

  const { body } = await owner.get<List<ViewLog>>(`/api/deals/view-logs?logId=${viewId}`);
  expect(body.items).toMatchObject([{ value: 7, version: 1, screenshot: { screenshotId: ofOwner } }]);
});

test("the owner's screenshot is safe from an administrator of the team, who may name it", async () => {
  for (const screenshotId of [null, await takeScreenshot(admin)]) {
    const { status, body } = await replace(admin, screenshotId);
    expect([status, body.error]).toMatchObject([
      403,
      { message: 'Only the owner of the deal and the owner of the screenshot may replace or remove it.' },
    ]);
  }
  const same = await replace(admin, ofOwner);
  const replaced = await replace(owner, await takeScreenshot(owner));

  expect([same.status, same.body]).toMatchObject([200, { version: 1, screenshot: { redacted: true } }]);
  expect([replaced.status, replaced.body.version]).toEqual([200, 2]);
});

test("an administrator's own screenshot is replaced by that administrator and by the owner of the deal", async () => {
  expect((await replace(owner, null)).body).toMatchObject({ screenshot: null, evidence: { grade: 'none' } });
  const ofAdmin = await takeScreenshot(admin);

  expect((await replace(admin, ofAdmin)).body).toMatchObject({ screenshot: { screenshotId: ofAdmin } });
  expect((await replace(otherAdmin, null)).status).toBe(403);
  expect((await replace(admin, await takeScreenshot(admin))).status).toBe(200);
  expect((await replace(owner, null)).body.screenshot).toBeNull();
});

test('history and activity show the screenshot before and after to users who may see it', async () => {
  const next = await takeScreenshot(owner);
  await replace(owner, next);
  const shownTo = async (user: Session): Promise<unknown[]> => {
    const history = await user.get<AnswerOf<'deals.view_log_history'>>(`${path}/history`);
    const activity = await user.get<AnswerOf<'deals.activity'>>(`/api/deals/${dealId}/activity`);
    const reported = activity.body.items.find(({ action }) => action === 'view_log.corrected')?.reading;
    expect(reported?.viewLogId).toBe(viewId);
    return [history.body.items[0], reported].map((change) => [change?.before?.screenshot, change?.after?.screenshot]);
  };

  const both = (...screenshots: object[]) => [screenshots, screenshots];
  const redacted = { screenshotId: null, redacted: true };
  await eventually(async () =>
    expect(await shownTo(owner)).toMatchObject(both({ screenshotId: ofOwner }, { screenshotId: next })),
  );
  expect(await shownTo(admin)).toEqual(both(redacted, redacted));
});

test('a stale version is refused', async () => {
  const headers = { 'if-match': '"7"' };

  const { status } = await owner.put(`${path}/screenshot`, { screenshotId: null }, { headers });

  expect(status).toBe(412);
});

test('a corrected typo keeps the grade of the screenshot', async () => {
  const { body } = await admin.patch<ViewLog>(path, { value: 8 });

  expect(body).toMatchObject({ value: 8, screenshot: { redacted: true }, evidence: { grade: 'uploaded' } });
});
