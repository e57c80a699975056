import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { grantOf } from '@svc/chassis/assertions/renewal';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { eventually } from '@svc/chassis/testing/eventually';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { readObject } from '@svc/images/testing/test-images';
import { derivedKey } from '@svc/objects/store/object-keys';
import { call, keep, reserve, sendContent } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng, locatedJpeg } from '../testing/test-files.js';

const WANTED = { createShortLink: true };
const AWAY = { status: 503, code: 'UNAVAILABLE' };

let service: ScreenshotService;
let user: SignedInPrincipal;

beforeAll(async () => {
  service = await startScreenshot();
});

beforeEach(async () => {
  user = testUser();
  await service.pool.query(`delete from screenshot.outbox_messages`);
  const { shortener, told } = service;
  Object.assign(shortener, { isAway: false, refusal: undefined, beforeAnswer: undefined });
  shortener.photos.length = 0;
  told.endedLinks.length = 0;
  told.endedScreenshots.length = 0;
});

afterAll(() => service?.stop());

const read = async (screenshotId: string) => (await service.shots(user).getScreenshot({ screenshotId })).screenshot;

const sentOf = (screenshotId: string) =>
  service.shortener.photos.filter(({ idempotencyKey }) => idempotencyKey === `screenshot:${screenshotId}`);

/** Waits until the shortener was told to end the screenshot's link, whichever link that is. */
const linkEndsOf = (screenshotId: string) =>
  eventually(() => expect(service.told.endedScreenshots).toEqual([{ screenshotId, userId: user.userId }]));

/** Loses the answers to requests that the shortener has carried out. */
const loseAnswers = (): void => {
  service.shortener.beforeAnswer = async () => {
    throw new Error('The answer is lost.');
  };
};

/** Number of photo-link requests in the outbox. */
async function waitingWishes(): Promise<number> {
  const rows = await service.pool.list(`select 1 from screenshot.outbox_messages where topic = 'photo_link_wanted'`);
  return rows.length;
}

/** Delivers the whole outbox now. */
async function delivered(): Promise<void> {
  await service.makeMessagesDue();
  await eventually(async () => expect(await waitingWishes()).toBe(0));
}

test('makes a short link to the public image immediately as the caller, only once', async () => {
  const id = await reserve(service, user, WANTED);
  const pending = await read(id);
  const photo = await locatedJpeg();

  const { body } = await sendContent(service, user, id, photo);
  await delivered();
  await sendContent(service, user, id, photo);

  const sha256 = body.image?.sha256 ?? '';
  expect([pending?.shortLink, pending?.degraded]).toEqual([null, []]);
  expect([body.shortLink?.shortUrl, body.degraded]).toEqual([expect.stringContaining('https://go.example/'), []]);
  expect(service.shortener.photos).toEqual([
    {
      linkId: expect.any(String),
      principal: user,
      idempotencyKey: `screenshot:${id}`,
      screenshotId: id,
      contentType: 'image/webp',
      content: await readObject(service.store, derivedKey(sha256, 'display')),
    },
  ]);
  expect((await read(id))?.shortLink?.directUrl).toContain('/raw');
});

test('makes a short link only on request', async () => {
  const id = await keep(service, user, await freshPng());

  expect([(await read(id))?.shortLink, await waitingWishes()]).toEqual([null, 0]);
  expect(service.shortener.photos).toEqual([]);
});

test('stores the screenshot while the shortener is unavailable and makes the link later as the same agent', async () => {
  const agent = testAgent({ userId: user.userId }, ['svc.write.low_risk']);
  service.shortener.isAway = true;

  const body = { image: (await freshPng()).toString('base64'), ...WANTED };
  const created = await call(service, 'POST', '/screenshots', { as: agent, body });
  const id = created.body.screenshotId;
  service.shortener.isAway = false;
  await delivered();

  expect([created.status, created.body.degraded, created.body.shortLink]).toEqual([201, ['short_links'], null]);
  expect(await read(id)).toMatchObject({
    degraded: [],
    shortLink: { shortUrl: expect.stringContaining('https://go.example/') },
  });
  expect(service.shortener.photos.map(({ principal }) => principal)).toEqual([agent]);
});

test.each<[string, (isOver: boolean) => void]>([
  ['the shortener temporarily refuses', (isOver) => void (service.shortener.refusal = isOver ? undefined : AWAY)],
  ['identity does not answer', (isOver) => void (service.identity.isAway = !isOver)],
])('keeps the link request while %s', async (_what, setTrouble) => {
  service.shortener.isAway = true;
  const id = await keep(service, user, await freshPng(), WANTED);
  setTrouble(false);
  service.shortener.isAway = false;
  await service.makeMessagesDue();
  await eventually(async () => {
    const [tried] = await service.pool.list<{ attempts: number }>(
      `select attempts from screenshot.outbox_messages where topic = 'photo_link_wanted'`,
    );
    expect(tried?.attempts).toBeGreaterThan(0);
  });

  setTrouble(true);
  await delivered();

  expect((await read(id))?.shortLink).not.toBeNull();
});

test.each([
  ['the session has ended', () => void service.identity.endedGrants.add(grantOf(user).id)],
  ['the user has reached the quota', () => void (service.shortener.refusal = { status: 413, code: 'QUOTA_EXCEEDED' })],
])('drops the link request and keeps the screenshot when %s', async (_why, end) => {
  service.shortener.isAway = true;
  const id = await keep(service, user, await freshPng(), WANTED);
  const before = await read(id);
  end();
  service.shortener.isAway = false;

  await delivered();

  expect(before?.degraded).toEqual(['short_links']);
  expect(await read(id)).toMatchObject({ status: 'uploaded', degraded: [], shortLink: null });
  expect(service.shortener.photos).toEqual([]);
});

test("does not delay other users' links when one user is rate limited", async () => {
  const other = testUser();
  service.shortener.isAway = true;
  const id = await keep(service, user, await freshPng(), WANTED);
  const ofOther = await keep(service, other, await freshPng(), WANTED);
  service.shortener.refusal = { status: 429, code: 'RATE_LIMITED', userId: user.userId };
  service.shortener.isAway = false;

  await service.makeMessagesDue();
  await eventually(async () => {
    const { screenshot } = await service.shots(other).getScreenshot({ screenshotId: ofOther });
    expect(screenshot?.shortLink).not.toBeNull();
  });
  const meanwhile = await read(id);
  service.shortener.refusal = undefined;
  await delivered();

  expect([meanwhile?.degraded, meanwhile?.shortLink]).toEqual([['short_links'], null]);
  expect((await read(id))?.shortLink).not.toBeNull();
});

test('ends the link of a deleted screenshot', async () => {
  const id = await keep(service, user, await freshPng(), WANTED);
  const [sent] = sentOf(id);

  await service.shots(user).deleteScreenshot({ screenshotId: id });

  await eventually(() => {
    expect(service.told.endedLinks).toEqual([{ linkId: sent?.linkId, userId: user.userId }]);
  });
  await linkEndsOf(id);
  expect(await read(id)).toMatchObject({ status: 'deleted', shortLink: null });
});

test('ends no link when a screenshot is deleted that wants none, or has no image yet', async () => {
  const unlinked = await keep(service, user, await freshPng());
  const pending = await reserve(service, user, WANTED);
  const before = service.delivered.length;

  for (const screenshotId of [unlinked, pending]) await service.shots(user).deleteScreenshot({ screenshotId });

  expect(await service.pool.list('select 1 from screenshot.outbox_messages')).toEqual([]);
  expect(service.delivered.slice(before)).toEqual([]);
});

test('ends a link made for a screenshot just deleted, and does not make it again', async () => {
  const id = await reserve(service, user, WANTED);
  service.shortener.beforeAnswer = async () => {
    await service.shots(user).deleteScreenshot({ screenshotId: id });
  };

  await sendContent(service, user, id, await freshPng());
  await delivered();

  const [sent, ...others] = sentOf(id);
  await eventually(() => {
    expect(service.told.endedLinks).toEqual([{ linkId: sent?.linkId, userId: user.userId }]);
  });
  expect(others).toEqual([]);
  expect((await read(id))?.shortLink).toBeNull();
});

test('ends a link whose answer was lost before its screenshot was deleted, though the session has ended', async () => {
  loseAnswers();
  const id = await keep(service, user, await freshPng(), WANTED);

  service.identity.endedGrants.add(grantOf(user).id);
  await service.shots(user).deleteScreenshot({ screenshotId: id });
  await delivered();

  await linkEndsOf(id);
  expect(sentOf(id)).toHaveLength(1);
  expect(await read(id)).toMatchObject({ status: 'deleted', shortLink: null });
});

test('ends a link whose answer was lost when the session ends before the request is repeated', async () => {
  loseAnswers();
  const id = await keep(service, user, await freshPng(), WANTED);

  service.identity.endedGrants.add(grantOf(user).id);
  await delivered();

  await linkEndsOf(id);
  expect(await read(id)).toMatchObject({ status: 'uploaded', degraded: [], shortLink: null });
});

test('ends a link that is answered after its request was dropped, and does not show it', async () => {
  service.shortener.beforeAnswer = async () => {
    service.identity.endedGrants.add(grantOf(user).id);
    await delivered();
  };

  const id = await keep(service, user, await freshPng(), WANTED);

  const [sent] = sentOf(id);
  await eventually(() => {
    expect(service.told.endedLinks).toEqual([{ linkId: sent?.linkId, userId: user.userId }]);
  });
  expect(await read(id)).toMatchObject({ status: 'uploaded', degraded: [], shortLink: null });
});

test('leaves one live link when the outbox and the upload make it concurrently', async () => {
  const id = await reserve(service, user, WANTED);
  const bytes = await freshPng();
  const bothAsked = Promise.withResolvers<void>();
  service.shortener.beforeAnswer = async () => {
    if (service.shortener.photos.length === 1) await service.makeMessagesDue();
    else bothAsked.resolve();
    await bothAsked.promise;
  };

  await sendContent(service, user, id, bytes);
  await delivered();

  expect(new Set(service.shortener.photos.map(({ linkId }) => linkId)).size).toBe(1);
  expect(service.shortener.photos).toHaveLength(2);
  expect((await read(id))?.shortLink).not.toBeNull();
  expect(service.told.endedLinks).toEqual([]);
});
