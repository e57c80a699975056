import { beforeAll, describe, expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf, List, ViewLog } from '../answers.ts';
import { joinTeam } from '../sharing/joining.ts';
import { createScreenshot, dealWithVideo, pixel, readPicture, type Screenshot } from './screenshots.ts';

const stack = await sharedStack();

type TeamShare = AnswerOf<'screenshots.list_shares'>['items'][number];
type DueView = AnswerOf<'deals.due_views'>['items'][number];

/** Shares a record with a new team of these people; returns the ids of team and share. */
async function shareWith(owner: Session, people: readonly Session[], entityType: string, entityId: string) {
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Team' });
  for (const person of people) await joinTeam(owner, team.id, person, 'member');
  const share = await owner.post<{ id: string }>(`/api/teams/${team.id}/share`, { entityType, entityId });
  expect(share.status).toBe(201);
  return { teamId: team.id, shareId: share.body.id };
}

describe('a screenshot that proves a view log', () => {
  let owner: Session;
  let dealId: string;
  let videoId: string;
  let screenshot: Screenshot;
  let dueVideoId: string;
  /** A user who sees the deal through one team and the screenshot through another. */
  let colleague: Session;
  /** A user who sees only the deal. */
  let teammate: Session;
  let shared: { teamId: string; shareId: string };

  beforeAll(async () => {
    [owner, colleague, teammate] = await Promise.all([stack.signUp(), stack.signUp(), stack.signUp()]);
    ({ dealId, videoId } = await dealWithVideo(owner, 1));
    const other = await dealWithVideo(owner, 2);
    dueVideoId = other.videoId;
    screenshot = await createScreenshot(owner, pixel(1), { createShortLink: true, note: 'Launch' });
    const { screenshotId } = screenshot;
    await owner.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value: 7, screenshotId });
    const ofDue = await createScreenshot(owner, pixel(2), other);
    await shareWith(owner, [colleague, teammate], 'deal', dealId);
    await shareWith(owner, [colleague, teammate], 'deal', other.dealId);
    shared = await shareWith(owner, [colleague], 'screenshot', screenshotId);
    await shareWith(owner, [colleague], 'screenshot', ofDue.screenshotId);
  });

  const inLedger = async (who: Session) => {
    const { body } = await who.get<List<ViewLog>>(`/api/deals/view-logs?scope=mine-and-shared&dealId=${dealId}`);
    const ofDeal = await who.get<List<ViewLog>>(`/api/deals/${dealId}/views`);
    expect(ofDeal.body.items[0]?.screenshot).toEqual(body.items[0]?.screenshot);
    return body.items[0]?.screenshot;
  };
  const besideDueCheck = async (who: Session) => {
    const query = 'scope=mine-and-shared&includeScreenshots=true&limit=200';
    const { body } = await who.get<List<DueView>>(`/api/deals/due-views?${query}`);
    return body.items.find((check) => check.videoId === dueVideoId)?.screenshotCount;
  };
  const listed = async (who: Session) => {
    const { body } = await who.get<List<Screenshot>>(`/api/screenshots?scope=mine-and-shared&videoId=${videoId}`);
    return body.items[0];
  };
  const statuses = async (who: Pick<Session, 'get' | 'patch' | 'post' | 'delete'>, id = screenshot.screenshotId) => {
    const path = `/api/screenshots/${id}`;
    const answers = [
      await who.get(path),
      await who.get(`${path}/image`),
      await who.get(`${path}/thumbnail?size=160`),
      await who.get(`${path}/shares`),
      await who.patch(path, { note: 'Mine' }),
      await who.post(`${path}/link`, { dealId }),
      await who.delete(path),
    ];
    return answers.map(({ status }) => status);
  };

  test('shows its owner everything', async () => {
    const { screenshotId, shortId, shareUrl } = screenshot;

    expect(shareUrl).toEqual(expect.any(String));
    expect(await inLedger(owner)).toMatchObject({ screenshotId, shortId, shareUrl, previewUrl: expect.any(String) });
    expect(await besideDueCheck(owner)).toBe(1);
    expect(await listed(owner)).toMatchObject({ screenshotId, shortUrl: screenshot.shortUrl });
  });

  test('shows a member of its team everything but its links, read-only', async () => {
    const { screenshotId, image } = screenshot;
    const reference = await inLedger(colleague);
    const row = await listed(colleague);
    const original = await readPicture(stack, row?.imageUrl ?? null, colleague);

    expect(reference).toMatchObject({ screenshotId, shareUrl: null, previewUrl: screenshot.previewUrl });
    expect(await besideDueCheck(colleague)).toBe(1);
    expect(row).toMatchObject({ screenshotId, image, shareUrl: null, shortUrl: null, directUrl: null });
    expect(row?.access).toMatchObject({
      role: 'team-member',
      canEdit: false,
      redacted: ['shareUrl', 'shortUrl', 'directUrl'],
    });
    expect(original.bytes.equals(pixel(1))).toBe(true);
    expect(await statuses(colleague)).toEqual([200, 200, 200, 403, 403, 403, 403]);
  });

  test("shows a member of the deal's team only that it exists", async () => {
    expect(await inLedger(teammate)).toEqual({ screenshotId: null, redacted: true });
    expect(await besideDueCheck(teammate)).toBe(0);
    expect(await listed(teammate)).toBeUndefined();
    expect(await statuses(teammate)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  });

  test('is hidden from strangers, administrators and signed-out callers', async () => {
    for (const who of [await stack.signUp(), await stack.signInAsAdmin()]) {
      expect(await statuses(who)).toEqual([404, 404, 404, 404, 404, 404, 404]);
      expect(await listed(who)).toBeUndefined();
    }
    expect(await statuses(stack.anyone)).toEqual([401, 401, 401, 401, 401, 401, 401]);
  });

  test('lists its team shares for its owner, and is listed among the shares of its team', async () => {
    const { screenshotId } = screenshot;
    const entry = { entityType: 'screenshot', entityId: screenshotId, title: 'Launch', teamId: shared.teamId };

    const ofScreenshot = await owner.get<List<TeamShare>>(`/api/screenshots/${screenshotId}/shares`);
    const ofTeam = await colleague.get<List<TeamShare>>(`/api/teams/${shared.teamId}/shares`);

    expect(ofScreenshot.body).toMatchObject({ total: 1, items: [entry] });
    expect(ofTeam.body.items).toMatchObject([entry]);
  });

  test('is hidden from the next request on once the share or the membership ends', async () => {
    const member = await stack.signUp();
    const { screenshotId } = await createScreenshot(owner, pixel(3));
    const leaving = await shareWith(owner, [member], 'screenshot', screenshotId);
    expect((await statuses(member, screenshotId)).slice(0, 3)).toEqual([200, 200, 200]);
    await member.delete(`/api/teams/${leaving.teamId}/members/${member.userId}`);
    expect((await statuses(member, screenshotId)).slice(0, 3)).toEqual([404, 404, 404]);

    const ending = await shareWith(owner, [member], 'screenshot', screenshotId);
    expect((await statuses(member, screenshotId)).slice(0, 3)).toEqual([200, 200, 200]);
    expect((await owner.delete(`/api/teams/${ending.teamId}/share/${ending.shareId}`)).status).toBe(204);
    expect((await statuses(member, screenshotId)).slice(0, 3)).toEqual([404, 404, 404]);
  });

  test("is deleted together with its owner's account", async () => {
    const [leaving, member] = [await stack.signUp(), await stack.signUp()];
    const { screenshotId } = await createScreenshot(leaving, pixel(4));
    await shareWith(leaving, [member], 'screenshot', screenshotId);
    expect((await statuses(member, screenshotId)).slice(0, 3)).toEqual([200, 200, 200]);

    const deleted = await leaving.delete('/api/auth/account', { body: { password: leaving.password } });

    expect(deleted.status).toBe(204);
    expect((await statuses(member, screenshotId)).slice(0, 3)).toEqual([404, 404, 404]);
  });
});
