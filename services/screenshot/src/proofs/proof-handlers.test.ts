import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { ProofService } from '@svc/proto/screenshot/v1/screenshot_service';
import { TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import { VIDEO_URL } from '../testing/fake-deal.js';
import { keep, reserve } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

const REDACTED = { redacted: true, shortId: '', shareUrl: null, uploaded: false };

let service: ScreenshotService;

beforeAll(async () => {
  service = await startScreenshot();
});

afterEach(() => {
  service.deal.isAway = false;
});

afterAll(() => service?.stop());

const proofs = (as: UserPrincipal) => service.as(as, ProofService);

/** Two members of a team; one owns a deal whose views both may edit. */
function team() {
  const teamId = newId();
  const owner = testUser({ teams: [{ id: teamId, role: 'owner' }] });
  const member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  const deal = service.deal.create(owner.userId, { editors: [member.userId] });
  const share = (entityId: string) =>
    service.as(owner, TeamShareService).shareWithTeam({ teamId, entityType: 'screenshot', entityId });
  return { owner, member, deal, share };
}

test('shows own and shared proofs, redacts hidden ones, and omits deleted and expired ones', async () => {
  const { owner, member, deal, share } = team();
  const linked = await keep(service, owner, await freshPng(), { ...deal, createShortLink: true });
  const shared = await reserve(service, owner, deal);
  const deleted = await keep(service, owner, await freshPng(), deal);
  const expired = await reserve(service, owner, deal);
  await share(shared);
  await service.shots(owner).deleteScreenshot({ screenshotId: deleted });
  await service.pool.query(`update screenshot.screenshots set expires_at = now() where id = $1`, [expired]);
  const request = { screenshotIds: [linked, shared, deleted, expired, newId()], videoIds: [] };
  const shortIdOf = async (screenshotId: string) =>
    (await service.shots(owner).getScreenshot({ screenshotId })).screenshot?.shortId;

  const own = await proofs(owner).listProofs(request);
  const ofMember = await proofs(member).listProofs(request);
  const ofAdmin = await proofs(testUser({ role: 'admin' })).listProofs(request);

  const byId = (answer: typeof own) => new Map(answer.proofs.map((proof) => [proof.screenshotId, proof]));
  const [linkedShortId, sharedShortId] = [await shortIdOf(linked), await shortIdOf(shared)];
  const seen = { screenshotId: shared, redacted: false, shortId: sharedShortId, shareUrl: null, uploaded: false };
  expect(own.proofs).toHaveLength(2);
  expect(byId(own).get(shared)).toEqual(seen);
  expect(byId(own).get(linked)).toEqual({
    screenshotId: linked,
    redacted: false,
    shortId: linkedShortId,
    shareUrl: expect.stringContaining('https://'),
    uploaded: true,
  });
  expect(byId(ofMember)).toEqual(
    new Map([
      [linked, { screenshotId: linked, ...REDACTED }],
      [shared, seen],
    ]),
  );
  expect(ofAdmin.proofs.map(({ redacted }) => redacted)).toEqual([true, true]);
});

test('lists the five newest visible proofs of a video, with their total', async () => {
  const { owner, member, deal, share } = team();
  const other = service.deal.create(owner.userId);
  const ids = [];
  for (let count = 0; count < 7; count += 1) ids.push(await reserve(service, owner, deal));
  const ofMember = await reserve(service, member, deal);
  await share(ids[0] ?? '');
  const request = { screenshotIds: [], videoIds: [deal.videoId, other.videoId] };

  const own = await proofs(owner).listProofs(request);
  const asMember = await proofs(member).listProofs(request);
  const asStranger = await proofs(testUser()).listProofs(request);

  const idsOf = ({ videos }: typeof own) => videos.map((video) => video.proofs.map(({ screenshotId }) => screenshotId));
  expect(own.videos).toMatchObject([{ videoId: deal.videoId, count: 7 }]);
  expect(idsOf(own)).toEqual([ids.toReversed().slice(0, 5)]);
  expect(asMember.videos).toMatchObject([{ videoId: deal.videoId, count: 2 }]);
  expect(idsOf(asMember)).toEqual([[ofMember, ids[0]]]);
  expect(asStranger.videos).toEqual([]);
});

test('answers once for a video requested twice', async () => {
  const { owner, deal } = team();
  const id = await reserve(service, owner, deal);

  const { proofs: named, videos } = await proofs(owner).listProofs({
    screenshotIds: [id, id],
    videoIds: [deal.videoId, deal.videoId],
  });

  expect(named.map(({ screenshotId }) => screenshotId)).toEqual([id]);
  expect(videos.map((video) => [video.count, video.proofs.length])).toEqual([[1, 1]]);
});

test('limits a request to 1000 screenshots and 200 videos', async () => {
  const user = testUser();
  const ids = (count: number) => Array.from({ length: count }, () => newId());

  expect(await proofs(user).listProofs({ screenshotIds: ids(1_000), videoIds: ids(200) })).toEqual({
    proofs: [],
    videos: [],
  });
  await expect(proofs(user).listProofs({ screenshotIds: ids(1_001), videoIds: [] })).rejects.toMatchObject({
    details: [{ path: 'screenshotIds' }],
  });
  await expect(proofs(user).listProofs({ screenshotIds: [], videoIds: ids(201) })).rejects.toMatchObject({
    details: [{ path: 'videoIds' }],
  });
});

test('links an attached proof to its video and returns its grade and count', async () => {
  const user = testUser();
  const agent = testAgent({ userId: user.userId }, ['svc.write.low_risk']);
  const deal = service.deal.create(user.userId);
  const id = await keep(service, user, await freshPng());
  await service
    .shots(user)
    .updateScreenshot({ screenshotId: id, updateMask: ['detected_views'], detectedViews: 1_234 });
  service.told.activity.length = 0;

  const attached = await proofs(agent).attachProof({ screenshotId: id, ...deal });
  const again = await proofs(user).attachProof({ screenshotId: id, ...deal });

  expect(attached).toMatchObject({
    proof: { screenshotId: id, redacted: false, uploaded: true },
    grade: 'uploaded',
    detectedViews: 1_234,
    detectedViewsDetail: { source: 'operator' },
  });
  expect(again).toEqual(attached);
  expect((await service.shots(user).getScreenshot({ screenshotId: id })).screenshot).toMatchObject(deal);
  expect(service.told.activity.map(({ action }) => action)).toEqual(['screenshot.linked']);
});

test.each([
  ['the page of the video', VIDEO_URL, false],
  ["another video's page", 'https://www.youtube.com/watch?v=aaaaaaaaaaa', true],
])('reports whether a screenshot of %s shows another page', async (_page, sourceUrl, showsAnotherPage) => {
  const user = testUser();
  const id = await keep(service, user, await freshPng(), { sourceUrl });

  const attached = await proofs(user).attachProof({ screenshotId: id, ...service.deal.create(user.userId) });

  expect(attached).toMatchObject({ showsAnotherPage });
});

test("describes what an owner's screenshot proves to a teammate, and nothing after its deletion", async () => {
  const { owner, member, deal } = team();
  const id = await keep(service, owner, await freshPng(), { sourceUrl: VIDEO_URL });
  const stated = { updateMask: ['detected_views'], detectedViews: 555 };
  await service.shots(owner).updateScreenshot({ screenshotId: id, ...stated });
  const pending = await reserve(service, owner, deal);
  const describeProof = (screenshotId: string) => proofs(member).describeProof({ screenshotId, videoUrl: VIDEO_URL });
  const { proof: _proof, ...attached } = await proofs(owner).attachProof({ screenshotId: id, ...deal });

  const described = await describeProof(id);
  await service.shots(owner).deleteScreenshot({ screenshotId: id });

  expect(described).toEqual(attached);
  for (const gone of [id, pending, newId()]) {
    expect(await describeProof(gone)).toMatchObject({ grade: 'none', detectedViews: null });
  }
});

test('refuses to attach a missing, foreign or unlinkable proof', async () => {
  const { owner, member, deal, share } = team();
  const id = await keep(service, owner, await freshPng());
  const pending = await reserve(service, owner);
  const hidden = service.deal.create(testUser().userId);
  const attach = (as: UserPrincipal, screenshotId: string, to = deal) =>
    proofs(as).attachProof({ screenshotId, ...to });

  await expect(attach(member, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await share(id);
  await expect(attach(member, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(attach(owner, pending)).rejects.toMatchObject({ code: 'SCREENSHOT_NOT_UPLOADED' });
  await expect(attach(owner, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(attach(owner, id, hidden)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(attach(owner, id, { ...deal, videoId: hidden.videoId })).rejects.toMatchObject({
    details: [{ path: 'videoId' }],
  });
  service.deal.isAway = true;
  await expect(attach(owner, id)).rejects.toMatchObject({ kind: 'unavailable' });

  expect((await service.shots(owner).getScreenshot({ screenshotId: id })).screenshot?.dealId).toBeNull();
});
