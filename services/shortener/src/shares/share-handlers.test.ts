import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { MembershipService, TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import type { ShortenerService } from '../testing/shortener-service.js';
import { startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;
let teamId: string;
let owner: SignedInPrincipal;
let member: SignedInPrincipal;
let admin: SignedInPrincipal;
const stranger = testUser({ teams: [{ id: newId(), role: 'owner' }] });

beforeAll(async () => {
  service = await startShortener();
});

beforeEach(() => {
  teamId = newId();
  owner = testUser({ teams: [{ id: teamId, role: 'member' }] });
  member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  admin = testUser({ teams: [{ id: teamId, role: 'admin' }] });
});

afterAll(() => service?.stop());

const shares = (as: SignedInPrincipal) => service.as(as, TeamShareService);
const endMembership = (request: { teamId: string; userId?: string; sharedUntil?: Date }, from = 'identity') =>
  service.as({ kind: 'service', service: from }, MembershipService).recordMembershipEnd(request);

async function createLink(): Promise<string> {
  const { link } = await service.links(owner).createShortLink({
    url: 'https://example.com/',
    dealId: newId(),
    title: 'Shared',
    tags: [],
    reuse: false,
  });
  return link!.id;
}

async function shareLink(): Promise<{ linkId: string; shareId: string }> {
  const linkId = await createLink();
  const { share } = await shares(owner).shareWithTeam({ teamId, entityType: 'short_link', entityId: linkId });
  return { linkId, shareId: share!.id };
}

async function seenBy(as: SignedInPrincipal, scope = 'mine-and-shared'): Promise<string[]> {
  const { links } = await service.links(as).listShortLinks({ scope, sort: '', pageSize: 0, skip: 0 });
  return links.map(({ id }) => id);
}

test('a member sees a shared short link without its deal and cannot change it; others see nothing', async () => {
  const { linkId } = await shareLink();

  const { link } = await service.links(member).getShortLink({ linkId });

  expect(link).toMatchObject({
    dealId: null,
    title: 'Shared',
    access: { role: 'team-member', teamIds: [teamId], canEdit: false, redacted: ['dealId'] },
  });
  expect(await seenBy(member)).toEqual([linkId]);
  expect(await seenBy(member, 'mine')).toEqual([]);
  expect(await service.links(member).getShortLinkStats({ linkId, interval: '' })).toMatchObject({ clicks: 0 });
  const change = { linkId, updateMask: ['title'], title: 'Mine', tags: [] };
  await expect(service.links(member).updateShortLink(change)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(service.links(admin).deleteShortLink({ linkId })).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(service.links(stranger).getShortLink({ linkId })).rejects.toMatchObject({ kind: 'not_found' });
  expect(await seenBy(stranger)).toEqual([]);
});

test('a member cannot find a shared short link by its deal', async () => {
  const { linkId } = await shareLink();
  const { link } = await service.links(owner).getShortLink({ linkId });
  const list = { scope: 'mine-and-shared', sort: '', pageSize: 0, skip: 0, dealId: link!.dealId };

  expect((await service.links(member).listShortLinks(list)).totalSize).toBe(0);
  expect((await service.links(owner).listShortLinks(list)).totalSize).toBe(1);
});

test('a link is shared once, by its owner, with a team of the owner', async () => {
  const { linkId, shareId } = await shareLink();

  const again = await shares(owner).shareWithTeam({ teamId, entityType: 'short_link', entityId: linkId });
  const { shares: listed, totalSize } = await shares(member).listTeamShares({ teamId, pageSize: 0, skip: 0 });

  expect(again).toMatchObject({ created: false, share: { id: shareId } });
  expect([totalSize, listed]).toMatchObject([
    1,
    [{ id: shareId, entityType: 'short_link', entityId: linkId, title: 'Shared', ownerId: owner.userId }],
  ]);
  await expect(
    shares(member).shareWithTeam({ teamId, entityType: 'short_link', entityId: linkId }),
  ).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(
    shares(owner).shareWithTeam({ teamId: newId(), entityType: 'short_link', entityId: linkId }),
  ).rejects.toMatchObject({ kind: 'not_found' });
  await expect(
    shares(stranger).shareWithTeam({ teamId, entityType: 'short_link', entityId: linkId }),
  ).rejects.toMatchObject({ kind: 'not_found' });
  await expect(shares(stranger).listTeamShares({ teamId, pageSize: 0, skip: 0 })).rejects.toMatchObject({
    kind: 'not_found',
  });
});

test('owner and team administrators end a share; plain members do not; from then on it is hidden', async () => {
  const { linkId, shareId } = await shareLink();

  await expect(shares(member).endTeamShare({ teamId, shareId })).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(shares(stranger).endTeamShare({ teamId, shareId })).rejects.toMatchObject({ kind: 'not_found' });
  await shares(admin).endTeamShare({ teamId, shareId });

  await expect(service.links(member).getShortLink({ linkId })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(shares(owner).endTeamShare({ teamId, shareId })).rejects.toMatchObject({ kind: 'not_found' });
});

test('a member who leaves a team ends only the shares of their own short links', async () => {
  const { linkId } = await shareLink();
  const other = testUser({ teams: [{ id: teamId, role: 'member' }] });
  const { link } = await service.links(other).createShortLink({ url: 'https://example.com/', tags: [], reuse: false });
  await shares(other).shareWithTeam({ teamId, entityType: 'short_link', entityId: link!.id });

  await endMembership({ teamId, userId: owner.userId });

  expect(await seenBy(member)).toEqual([link!.id]);
  expect(await seenBy(owner, 'mine')).toEqual([linkId]);
});

test('the end of a membership leaves what a returning member shared after it', async () => {
  const { linkId } = await shareLink();

  await endMembership({ teamId, userId: owner.userId, sharedUntil: new Date(Date.now() - 60_000) });
  expect(await seenBy(member)).toEqual([linkId]);

  await endMembership({ teamId, userId: owner.userId, sharedUntil: new Date(Date.now() + 60_000) });
  expect(await seenBy(member)).toEqual([]);
});

test('a late end of a membership keeps links shared again since, even if the old share still existed', async () => {
  const { linkId } = await shareLink();
  await service.pool.query(
    `update shortener.link_shares set created_at = now() - interval '1 hour' where link_id = $1`,
    [linkId],
  );

  expect(await shares(owner).shareWithTeam({ teamId, entityType: 'short_link', entityId: linkId })).toMatchObject({
    created: false,
  });
  await endMembership({ teamId, userId: owner.userId, sharedUntil: new Date(Date.now() - 60_000) });

  expect(await seenBy(member)).toEqual([linkId]);
});

test('the end of a team ends all of its shares, even if reported repeatedly, and only identity may report it', async () => {
  await shareLink();

  await expect(endMembership({ teamId }, 'deal')).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await seenBy(member)).toHaveLength(1);
  await endMembership({ teamId });
  await endMembership({ teamId });

  expect(await seenBy(member)).toEqual([]);
});

test('a deleted link is no longer shared', async () => {
  const { linkId, shareId } = await shareLink();

  await service.links(owner).deleteShortLink({ linkId });

  expect(await seenBy(member)).toEqual([]);
  expect((await shares(member).listTeamShares({ teamId, pageSize: 0, skip: 0 })).totalSize).toBe(0);
  await expect(shares(owner).endTeamShare({ teamId, shareId })).rejects.toMatchObject({ kind: 'not_found' });
});
