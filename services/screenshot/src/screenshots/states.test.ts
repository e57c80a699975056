import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { HOUR_MS } from '@svc/chassis/time/durations';
import { v7 as newId } from 'uuid';
import { keep, reserve, sendContent } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';
import { keepScreenshots } from '../upkeep/screenshot-upkeep.js';

const LIST = { pageSize: 0, skip: 0, scope: 'mine-and-shared' };

let service: ScreenshotService;

beforeAll(async () => {
  service = await startScreenshot();
});

afterAll(() => service?.stop());

const read = async (as: ReturnType<typeof testUser>, screenshotId: string) =>
  (await service.shots(as).getScreenshot({ screenshotId })).screenshot;

/** Simulates a reservation made a day earlier. */
async function endReservation(screenshotId: string): Promise<void> {
  await service.pool.query(`update screenshot.screenshots set expires_at = now() - interval '1 second' where id = $1`, [
    screenshotId,
  ]);
}

test('reserves a screenshot for a day, then stores its image and stops waiting', async () => {
  const user = testUser();
  const sourceUrl = 'https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share';

  const id = await reserve(service, user, { sourceUrl, platform: 'other', note: 'First look' });
  const pending = await read(user, id);
  const { status, body } = await sendContent(service, user, id, await freshPng());
  const uploaded = await read(user, id);

  expect(pending).toMatchObject({
    status: 'pending',
    shortId: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{12}$/),
    sourceUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    canonicalKey: expect.stringContaining('dQw4w9WgXcQ'),
    platform: 'youtube',
    note: 'First look',
    grade: null,
    image: null,
    version: 1,
    access: { role: 'owner', canEdit: true, redacted: [] },
  });
  const waitMs = (pending?.expiresAt?.getTime() ?? 0) - (pending?.createdAt?.getTime() ?? 0);
  expect(Math.abs(waitMs - 24 * HOUR_MS)).toBeLessThan(60_000);
  expect([status, body.status]).toEqual([200, 'uploaded']);
  expect(uploaded).toMatchObject({
    status: 'uploaded',
    grade: 'uploaded',
    origin: 'upload',
    expiresAt: null,
    image: { contentType: 'image/png', width: 8, height: 8, frames: 1, warnings: [] },
    version: 2,
  });
});

test('returns the same reservation for a repeated idempotency key, even while deal is unavailable', async () => {
  const user = testUser();
  const wanted = { ...service.deal.create(user.userId), createShortLink: false };
  const shots = service.shots(user, { operation: 'screenshots.reserve', idempotencyKey: newId() });

  const first = await shots.reserveScreenshot(wanted);
  service.deal.isAway = true;
  const again = await shots.reserveScreenshot(wanted);
  service.deal.isAway = false;

  expect(again).toEqual(first);
  await expect(shots.reserveScreenshot({ ...wanted, note: 'Another' })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
});

test('uses the stated platform when the URL implies none', async () => {
  const user = testUser();
  const without = await reserve(service, user, { platform: 'podcast' });
  const unknown = await reserve(service, user, { sourceUrl: 'https://blog.example/a?b=c', platform: 'blog' });

  expect(await read(user, without)).toMatchObject({ sourceUrl: null, canonicalKey: null, platform: 'podcast' });
  expect(await read(user, unknown)).toMatchObject({ sourceUrl: 'https://blog.example/a?b=c', platform: 'blog' });
});

test.each([
  ['another scheme', 'ftp://a.example/'],
  ['a password', 'https://user:secret@a.example/'],
  ['an invalid URL', 'no address'],
  ['too many characters', `https://a.example/${'x'.repeat(2_048)}`],
])('refuses to reserve for an address with %s', async (_what, sourceUrl) => {
  const made = service.shots(testUser()).reserveScreenshot({ sourceUrl, createShortLink: false });

  await expect(made).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'sourceUrl' }] });
});

test('expires a reservation after a day, even before the sweep, and hides it from others', async () => {
  const teamId = newId();
  const owner = testUser({ teams: [{ id: teamId, role: 'owner' }] });
  const member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  const id = await reserve(service, owner);
  await service.pool.query(
    `insert into screenshot.screenshot_shares (id, screenshot_id, team_id, shared_by) values ($1, $2, $3, $4)`,
    [newId(), id, teamId, owner.userId],
  );
  const seenBefore = await read(member, id);
  await endReservation(id);

  for (const sweep of [async () => undefined, () => keepScreenshots(service.pool)]) {
    await sweep();
    const late = await sendContent(service, owner, id, await freshPng());

    expect([late.status, late.body.error.code]).toEqual([409, 'SCREENSHOT_RESERVATION_EXPIRED']);
    expect(await read(owner, id)).toMatchObject({ status: 'expired', image: null });
    await expect(read(member, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await service.shots(member).listScreenshots({ ...LIST, status: 'expired' })).totalSize).toBe(0);
    expect((await service.shots(owner).listScreenshots(LIST)).totalSize).toBe(0);
    expect((await service.shots(owner).listScreenshots({ ...LIST, status: 'expired' })).totalSize).toBe(1);
  }
  expect(seenBefore).toMatchObject({ status: 'pending', access: { role: 'team-member' } });
});

test('refuses to change or link an expired or deleted screenshot', async () => {
  const user = testUser();
  const { dealId } = service.deal.create(user.userId);
  const [expired, deleted] = [await reserve(service, user), await reserve(service, user)];
  await endReservation(expired);
  await service.shots(user).deleteScreenshot({ screenshotId: deleted });

  const update = (screenshotId: string) =>
    service.shots(user).updateScreenshot({ screenshotId, updateMask: ['note'], note: 'Late' });
  const link = (screenshotId: string) => service.shots(user).linkScreenshot({ screenshotId, dealId });

  for (const change of [update, link]) {
    await expect(change(expired)).rejects.toMatchObject({ code: 'SCREENSHOT_RESERVATION_EXPIRED' });
    await expect(change(deleted)).rejects.toMatchObject({ code: 'CONFLICT' });
  }
  await expect(service.shots(user).deleteScreenshot({ screenshotId: deleted })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('keeps the record of a deleted screenshot without its image for thirty days', async () => {
  const user = testUser();
  const [recent, old] = [await keep(service, user, await freshPng()), await keep(service, user, await freshPng())];
  for (const screenshotId of [recent, old]) await service.shots(user).deleteScreenshot({ screenshotId });
  await service.pool.query(
    `update screenshot.screenshots set ended_at = ended_at - make_interval(days => case id when $1 then 29 else 31 end)
      where id in ($1, $2)`,
    [recent, old],
  );

  await keepScreenshots(service.pool);

  expect(await read(user, recent)).toMatchObject({ status: 'deleted', image: null, expiresAt: null });
  await expect(read(user, old)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('refuses to delete an outdated version', async () => {
  const user = testUser();
  const screenshotId = await keep(service, user, await freshPng());

  const stale = service.shots(user).deleteScreenshot({ screenshotId, expectedVersion: 1 });

  await expect(stale).rejects.toMatchObject({ kind: 'stale', code: 'VERSION_CONFLICT' });
  await service.shots(user).deleteScreenshot({ screenshotId, expectedVersion: 2 });
});

test('releases an upload whose process died within minutes, but not one in progress', async () => {
  const user = testUser();
  const [died, failed, underWay] = [
    await reserve(service, user),
    await reserve(service, user),
    await reserve(service, user),
  ];
  const claim = (id: string, minutes: number) =>
    service.pool.query(
      `update screenshot.screenshots
          set status = 'processing', claim_id = $2, claimed_at = now() - make_interval(mins => $3) where id = $1`,
      [id, newId(), minutes],
    );
  await service.pool.query(
    `update screenshot.screenshots set failure = '{"code":"timeout","message":"Too slow.","retryable":true}' where id = $1`,
    [failed],
  );
  await claim(died, 6);
  await claim(failed, 6);
  await claim(underWay, 4);

  await keepScreenshots(service.pool);

  const states = await Promise.all([died, failed, underWay].map(async (id) => (await read(user, id))?.status));
  expect(states).toEqual(['pending', 'failed', 'processing']);
  const [afterDeath, afterFailure, taken] = [
    await sendContent(service, user, died, await freshPng()),
    await sendContent(service, user, failed, await freshPng()),
    await sendContent(service, user, underWay, await freshPng()),
  ];
  expect([afterDeath.status, afterFailure.status]).toEqual([200, 200]);
  expect([taken.status, taken.body.error.code]).toEqual([409, 'SCREENSHOT_UPLOAD_IN_PROGRESS']);
});
