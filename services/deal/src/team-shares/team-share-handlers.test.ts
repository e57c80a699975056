import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Principal, UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { MembershipService, TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDeal, getDeal, userIn } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const shares = (principal: Principal) => service.call(principal, TeamShareService);
const identity = () => service.call({ kind: 'service', service: 'identity' }, MembershipService);
const PAGE = { pageSize: 0, skip: 0 };

async function sharedDeal(teamId: string, owner: UserPrincipal) {
  const deal = await createDeal(service, owner, { price: 100 });
  const { share } = await shares(owner).shareWithTeam({ teamId, entityType: 'deal', entityId: deal.id });
  if (!share) throw new Error('The answer has no share.');
  return { deal, share };
}

test('a shared deal is visible to the team immediately, without its price, and sharing it again returns the same share', async () => {
  const teamId = newId();
  const [owner, member] = [userIn({ [teamId]: 'member' }), userIn({ [teamId]: 'member' })];

  const { deal, share } = await sharedDeal(teamId, owner);
  const again = await shares(owner).shareWithTeam({ teamId, entityType: 'deal', entityId: deal.id });

  expect(again).toEqual({ share, created: false });
  expect(await getDeal(service, member, deal.id)).toMatchObject({ price: null, access: { redacted: ['price'] } });
  expect(await shares(member).listTeamShares({ teamId, ...PAGE })).toMatchObject({
    shares: [{ id: share.id, entityType: 'deal', entityId: deal.id, title: deal.name, ownerId: owner.userId }],
    totalSize: 1,
  });
});

test('hidden records, and records shared with the caller, cannot be shared', async () => {
  const teamId = newId();
  const owner = userIn({ [teamId]: 'member' });
  const { deal } = await sharedDeal(teamId, owner);
  const member = userIn({ [teamId]: 'owner' });
  const stranger = userIn({ [newId()]: 'owner' });
  const share = (user: UserPrincipal, entityId: string, team = teamId, entityType = 'deal') =>
    shares(user).shareWithTeam({ teamId: team, entityType, entityId });

  await expect(share(member, deal.id)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(share(stranger, deal.id)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(share(stranger, deal.id, stranger.teams[0]!.id)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(share(owner, newId())).rejects.toMatchObject({ kind: 'not_found' });
  await expect(share(owner, deal.id, teamId, 'view_log')).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('only the owner of a record sees which teams it is shared with', async () => {
  const [first, second] = [newId(), newId()];
  const owner = userIn({ [first]: 'member', [second]: 'member' });
  const { deal, share } = await sharedDeal(first, owner);
  await sharedDeal(first, owner);
  await shares(owner).shareWithTeam({ teamId: second, entityType: 'deal', entityId: deal.id });
  const list = (user: UserPrincipal, entityType = 'deal', entityId = deal.id) =>
    shares(user).listSharesOfRecord({ entityType, entityId, ...PAGE });

  const { shares: listed, totalSize } = await list(owner);

  expect(listed.map(({ teamId }) => teamId)).toEqual([second, first]);
  expect([listed[1], totalSize]).toEqual([share, 2]);
  await expect(list(userIn({ [first]: 'owner' }))).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(list(userIn({ [newId()]: 'owner' }))).rejects.toMatchObject({ kind: 'not_found' });
  await expect(list(owner, 'contact')).rejects.toMatchObject({ kind: 'not_found' });
  await expect(list(owner, 'view_log')).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('only the owner of the record and the team’s owner and admins can end a share', async () => {
  const teamId = newId();
  const owner = userIn({ [teamId]: 'member' });
  const end = async (user: UserPrincipal) => {
    const { share } = await sharedDeal(teamId, owner);
    return shares(user).endTeamShare({ teamId, shareId: share.id });
  };

  await expect(end(userIn({ [teamId]: 'member' }))).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(end(testUser())).rejects.toMatchObject({ kind: 'not_found' });
  await expect(end(userIn({ [teamId]: 'admin' }))).resolves.toEqual({});
  await expect(end(owner)).resolves.toEqual({});
});

test('ending a share hides the record from the team’s next request', async () => {
  const teamId = newId();
  const [owner, member] = [userIn({ [teamId]: 'member' }), userIn({ [teamId]: 'member' })];
  const { deal, share } = await sharedDeal(teamId, owner);

  await shares(owner).endTeamShare({ teamId, shareId: share.id });

  await expect(getDeal(service, member, deal.id)).rejects.toMatchObject({ kind: 'not_found' });
});

test('a member who leaves takes their shares back, and others keep theirs; an ended team ends all shares', async () => {
  const teamId = newId();
  const [leaver, other, member] = [
    userIn({ [teamId]: 'member' }),
    userIn({ [teamId]: 'member' }),
    userIn({ [teamId]: 'member' }),
  ];
  const { deal: gone } = await sharedDeal(teamId, leaver);
  const { deal: kept } = await sharedDeal(teamId, other);

  await identity().recordMembershipEnd({ teamId, userId: leaver.userId });
  await identity().recordMembershipEnd({ teamId, userId: leaver.userId });

  await expect(getDeal(service, member, gone.id)).rejects.toMatchObject({ kind: 'not_found' });
  expect(await getDeal(service, member, kept.id)).toMatchObject({ id: kept.id });
  await identity().recordMembershipEnd({ teamId, userId: null });
  await expect(getDeal(service, member, kept.id)).rejects.toMatchObject({ kind: 'not_found' });
});

test('the end of a membership keeps what a returning member shared later', async () => {
  const teamId = newId();
  const [owner, member] = [userIn({ [teamId]: 'member' }), userIn({ [teamId]: 'member' })];
  const { deal } = await sharedDeal(teamId, owner);
  const endAt = (sharedUntil: Date) => identity().recordMembershipEnd({ teamId, userId: owner.userId, sharedUntil });

  await endAt(new Date(Date.now() - 60_000));
  expect(await getDeal(service, member, deal.id)).toMatchObject({ id: deal.id });

  await endAt(new Date(Date.now() + 60_000));
  await expect(getDeal(service, member, deal.id)).rejects.toMatchObject({ kind: 'not_found' });
});

test('the end of a membership keeps what was shared again later, even if the old share still existed', async () => {
  const teamId = newId();
  const [owner, member] = [userIn({ [teamId]: 'member' }), userIn({ [teamId]: 'member' })];
  const { deal } = await sharedDeal(teamId, owner);
  await service.pool.query(
    `update deal.deal_team_shares set created_at = now() - interval '1 hour' where deal_id = $1`,
    [deal.id],
  );
  const sharedUntil = new Date(Date.now() - 60_000);

  await shares(owner).shareWithTeam({ teamId, entityType: 'deal', entityId: deal.id });
  await identity().recordMembershipEnd({ teamId, userId: owner.userId, sharedUntil });

  expect(await getDeal(service, member, deal.id)).toMatchObject({ id: deal.id });
});

test('a record shared by several concurrent requests has one share', async () => {
  const teamId = newId();
  const owner = userIn({ [teamId]: 'member' });
  const { id: entityId } = await createDeal(service, owner);

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shares(owner).shareWithTeam({ teamId, entityType: 'deal', entityId })),
  );

  expect(new Set(answers.map(({ share }) => share?.id)).size).toBe(1);
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
});

test('the end of a membership is accepted only from identity', async () => {
  const end = service.call(testUser(), MembershipService).recordMembershipEnd({ teamId: newId(), userId: null });

  await expect(end).rejects.toMatchObject({ kind: 'forbidden' });
});
