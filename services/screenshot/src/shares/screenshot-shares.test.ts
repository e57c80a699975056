import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { MembershipService, TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import { keep, reserve, sendContent } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

let service: ScreenshotService;
let teamId: string;
let owner: SignedInPrincipal;
let member: SignedInPrincipal;
let admin: SignedInPrincipal;

beforeAll(async () => {
  service = await startScreenshot();
});

beforeEach(() => {
  teamId = newId();
  owner = testUser({ teams: [{ id: teamId, role: 'member' }] });
  member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  admin = testUser({ teams: [{ id: teamId, role: 'admin' }] });
});

afterAll(() => service?.stop());

const shares = (as: SignedInPrincipal) => service.as(as, TeamShareService);
const share = async (entityId: string) =>
  (await shares(owner).shareWithTeam({ teamId, entityType: 'screenshot', entityId })).share?.id ?? '';
const read = async (as: SignedInPrincipal, screenshotId: string) =>
  (await service.shots(as).getScreenshot({ screenshotId })).screenshot;
const endMembership = (request: { teamId: string; userId?: string; sharedUntil?: Date }, from = 'identity') =>
  service.as({ kind: 'service', service: from }, MembershipService).recordMembershipEnd(request);

test('shows a shared screenshot to members without its short links, read-only', async () => {
  const id = await keep(service, owner, await freshPng(), { note: 'Shared', createShortLink: true });
  const own = await read(owner, id);
  await share(id);

  const seen = await read(member, id);

  expect(own?.shortLink).toEqual({ shortUrl: expect.any(String), directUrl: expect.any(String) });
  expect(seen).toMatchObject({
    note: 'Shared',
    image: own?.image,
    shortLink: null,
    degraded: [],
    access: {
      role: 'team-member',
      teamIds: [teamId],
      canEdit: false,
      canEditViews: false,
      redacted: ['shareUrl', 'shortUrl', 'directUrl'],
    },
  });
  const forbidden = { code: 'FORBIDDEN' };
  const { dealId } = service.deal.create(member.userId);
  const shots = service.shots(admin);
  await expect(shots.updateScreenshot({ screenshotId: id, updateMask: ['note'] })).rejects.toMatchObject(forbidden);
  await expect(shots.linkScreenshot({ screenshotId: id, dealId })).rejects.toMatchObject(forbidden);
  await expect(shots.unlinkScreenshot({ screenshotId: id })).rejects.toMatchObject(forbidden);
  await expect(shots.deleteScreenshot({ screenshotId: id })).rejects.toMatchObject(forbidden);
  const listed = shots.listScreenshotShares({ screenshotId: id, pageSize: 0, skip: 0 });
  await expect(listed).rejects.toMatchObject(forbidden);
});

test("refuses a member's image for a shared screenshot", async () => {
  const id = await reserve(service, owner);
  await share(id);

  const { status, body } = await sendContent(service, member, id, await freshPng());

  expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  expect((await read(owner, id))?.status).toBe('pending');
});

test('lists the teams a screenshot is shared with to its owner, and refuses agents', async () => {
  const id = await reserve(service, owner, { note: 'N'.repeat(300) });
  const shareId = await share(id);
  const agent = testAgent({ userId: owner.userId, teams: owner.teams }, ['svc.write.low_risk', 'svc.write.sensitive']);
  const page = { screenshotId: id, pageSize: 0, skip: 0 };

  const { shares: listed, totalSize } = await service.shots(owner).listScreenshotShares(page);

  expect(totalSize).toBe(1);
  expect(listed).toMatchObject([
    { id: shareId, teamId, entityType: 'screenshot', entityId: id, ownerId: owner.userId },
  ]);
  expect(listed[0]?.title).toBe('N'.repeat(200));
  await expect(service.shots(agent).listScreenshotShares(page)).rejects.toMatchObject({ kind: 'forbidden' });
  const byAgent = service.as(agent, TeamShareService).shareWithTeam({ teamId, entityType: 'screenshot', entityId: id });
  await expect(byAgent).rejects.toMatchObject({ kind: 'forbidden' });
});

test('titles a share without a note by short id, and neither creates nor lists shares of deleted ones', async () => {
  const [id, gone] = [await reserve(service, owner), await reserve(service, owner)];
  await share(id);
  await share(gone);
  await service.shots(owner).deleteScreenshot({ screenshotId: gone });

  const { shares: listed } = await shares(member).listTeamShares({ teamId, pageSize: 0, skip: 0 });

  expect(listed.map(({ title }) => title)).toEqual([(await read(owner, id))?.shortId]);
  await expect(share(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test("hides a screenshot when its share or the owner's membership ends", async () => {
  const [first, second, third] = [
    await reserve(service, owner),
    await reserve(service, owner),
    await reserve(service, owner),
  ];
  const shareId = await share(first);
  await share(second);
  const seenBefore = await read(member, second);

  await shares(owner).endTeamShare({ teamId, shareId });
  await expect(read(member, first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await endMembership({ teamId, userId: owner.userId });
  await expect(read(member, second)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await share(third);
  await endMembership({ teamId, userId: owner.userId, sharedUntil: new Date(Date.now() - 60_000) });

  expect(seenBefore?.screenshotId).toBe(second);
  expect((await read(member, third))?.screenshotId).toBe(third);
  await expect(endMembership({ teamId }, 'deal')).rejects.toMatchObject({ kind: 'forbidden' });
});
