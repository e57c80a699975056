import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { AccessRequestService } from '@svc/proto/deal/v1/access_request_service';
import { MembershipService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDeal, createSharedDeal, getDeal, listRequest } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const requests = (user: UserPrincipal) => service.call(user, AccessRequestService);
const PAGE = { pageSize: 0, skip: 0 };
const FIELDS = { scope: 'deal.amount', reason: 'For the report' };

async function ask(user: UserPrincipal, ownerId: string, entityId: string | null) {
  const { accessRequest } = await requests(user).createAccessRequest({ ...FIELDS, ownerId, entityId });
  if (!accessRequest) throw new Error('The answer has no request.');
  return accessRequest;
}

const decide = (user: UserPrincipal, accessRequestId: string, status: string, expiresAt: Date | null = null) =>
  requests(user).decideAccessRequest({ accessRequestId, status, expiresAt });

test('asking again returns the pending request, and says that it was not created', async () => {
  const shared = await createSharedDeal(service);
  const request = { ...FIELDS, ownerId: shared.owner.userId, entityId: shared.deal.id };
  const again = () => requests(shared.member).createAccessRequest(request);

  const [first, second] = [await again(), await again()];

  expect([first.created, second.created]).toEqual([true, false]);
  expect(second.accessRequest).toEqual(first.accessRequest);
});

test('an approved request reveals the amount of that deal and of no other', async () => {
  const shared = await createSharedDeal(service, { price: 100 });
  const other = await createDeal(service, shared.owner, { price: 200 });
  await service.share(other.id, shared.teamId);
  const { id } = await ask(shared.member, shared.owner.userId, shared.deal.id);
  expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: null });

  await decide(shared.owner, id, 'approved');

  expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: 100, access: { redacted: [] } });
  expect(await getDeal(service, shared.member, other.id)).toMatchObject({
    price: null,
    access: { redacted: ['price'] },
  });
  const { deals } = await service.as(shared.member).deals.listDeals(listRequest({ scope: 'mine-and-shared' }));
  expect(new Map(deals.map((deal) => [deal.id, deal.price]))).toEqual(
    new Map([
      [shared.deal.id, 100],
      [other.id, null],
    ]),
  );
  expect(await getDeal(service, shared.teamOwner, shared.deal.id)).toMatchObject({ price: null });
});

test('an approval with an end date is valid until the end of that day in the owner’s time zone', async () => {
  const shared = await createSharedDeal(service);
  const { id } = await ask(shared.member, shared.owner.userId, shared.deal.id);
  const owner = { ...shared.owner, preferences: { ...shared.owner.preferences, timeZone: 'America/New_York' } };

  const request = { accessRequestId: id, status: 'approved', expiresOn: '2090-12-01' };
  const { accessRequest } = await requests(owner).decideAccessRequest(request);

  expect(accessRequest?.expiresAt).toEqual(new Date('2090-12-02T05:00:00Z'));
});

test('a request for all deals reveals every shared deal of that owner, and none of another owner', async () => {
  const shared = await createSharedDeal(service, { price: 100 });
  const foreign = await createSharedDeal(service, { price: 300 });
  await service.share(foreign.deal.id, shared.teamId);
  const { id } = await ask(shared.member, shared.owner.userId, null);

  await decide(shared.owner, id, 'approved');

  expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: 100 });
  expect(await getDeal(service, shared.member, foreign.deal.id)).toMatchObject({ price: null });
});

describe('granted access ends', () => {
  test('when the approval is revoked', async () => {
    const shared = await createSharedDeal(service, { price: 100 });
    const { id } = await ask(shared.member, shared.owner.userId, shared.deal.id);
    await decide(shared.owner, id, 'approved');

    await decide(shared.owner, id, 'revoked');

    expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: null });
  });

  test('when it expires', async () => {
    const shared = await createSharedDeal(service, { price: 100 });
    const { id } = await ask(shared.member, shared.owner.userId, shared.deal.id);
    await decide(shared.owner, id, 'approved', new Date(Date.now() + 3_600_000));
    expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: 100 });

    await service.pool.query(`update deal.access_requests set expires_at = now() where id = $1`, [id]);

    expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: null });
  });

  test('with the share, like access to the deal itself', async () => {
    const shared = await createSharedDeal(service, { price: 100 });
    const { id } = await ask(shared.member, shared.owner.userId, shared.deal.id);
    await decide(shared.owner, id, 'approved');
    const left = { ...shared.member, teams: [] };

    await expect(getDeal(service, left, shared.deal.id)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the end of a membership', () => {
  const LATER = new Date(Date.now() + 60_000);

  async function endMembership(
    { teamId, owner, member }: Awaited<ReturnType<typeof createSharedDeal>>,
    { userId = member.userId as string | null, sharedUntil = LATER, others = {} as Record<string, string[]> } = {},
  ) {
    const members = [owner, member].map((each) => ({ userId: each.userId, teamIds: others[each.userId] ?? [] }));
    await service
      .call({ kind: 'service', service: 'identity' }, MembershipService)
      .recordMembershipEnd({ teamId, userId, sharedUntil, formerTeam: { members } });
  }

  async function grantedDeal() {
    const shared = await createSharedDeal(service, { price: 100 });
    const { id } = await ask(shared.member, shared.owner.userId, null);
    await decide(shared.owner, id, 'approved');
    return shared;
  }

  const statusesOf = async (user: UserPrincipal) =>
    (await requests(user).listAccessRequests(PAGE)).accessRequests.map(({ status }) => status);

  test.each([
    ['the requester', ({ member }: { member: UserPrincipal }) => member.userId],
    ['the owner', ({ owner }: { owner: UserPrincipal }) => owner.userId],
    ['everyone', () => null],
  ])('of %s revokes grants and open requests, also for members who join again', async (_, leaverOf) => {
    const shared = await grantedDeal();
    await ask(shared.member, shared.owner.userId, shared.deal.id);

    await endMembership(shared, { userId: leaverOf(shared) });

    expect(await statusesOf(shared.owner)).toEqual(['revoked', 'revoked']);
    expect(await statusesOf(shared.member)).toEqual(['revoked', 'revoked']);
  });

  test('hides the price from a member who is invited back', async () => {
    const shared = await grantedDeal();

    await endMembership(shared);

    expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: null });
  });

  test('keeps grants between users who share another team', async () => {
    const shared = await grantedDeal();
    const [common, own] = [newId(), newId()];
    const others = { [shared.owner.userId]: [common], [shared.member.userId]: [own, common] };

    await endMembership(shared, { others });

    expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: 100 });
  });

  test('keeps later grants, and those between other members', async () => {
    const shared = await grantedDeal();

    await endMembership(shared, { sharedUntil: new Date(Date.now() - 60_000) });
    await endMembership(shared, { userId: shared.teamAdmin.userId });

    expect(await getDeal(service, shared.member, shared.deal.id)).toMatchObject({ price: 100 });
  });
});

test('only users who see a record can request access, and only its owner decides', async () => {
  const shared = await createSharedDeal(service, { price: 100 });
  const { id } = await ask(shared.member, shared.owner.userId, shared.deal.id);

  await expect(ask(shared.stranger, shared.owner.userId, shared.deal.id)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(ask(shared.stranger, shared.owner.userId, null)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(ask(shared.owner, shared.owner.userId, shared.deal.id)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(decide(shared.member, id, 'approved')).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(decide(shared.teamOwner, id, 'approved')).rejects.toMatchObject({ kind: 'not_found' });
  await expect(decide(shared.owner, newId(), 'approved')).rejects.toMatchObject({ kind: 'not_found' });
});

test('a repeated request returns the open one', async () => {
  const shared = await createSharedDeal(service);

  const [first, second] = await Promise.all([1, 2].map(() => ask(shared.member, shared.owner.userId, shared.deal.id)));

  expect(first?.id).toBe(second?.id);
  expect((await requests(shared.owner).listAccessRequests({ pageSize: 0, skip: 0 })).totalSize).toBe(1);
});

const TRANSITIONS = { pending: ['approved', 'denied'], approved: ['revoked'], denied: [], revoked: [] } as const;

test.each(Object.entries(TRANSITIONS))('a request that is %s can become %j and nothing else', async (from, allowed) => {
  for (const to of ['approved', 'denied', 'revoked']) {
    const shared = await createSharedDeal(service);
    const { id } = await ask(shared.member, shared.owner.userId, shared.deal.id);
    await service.pool.query(`update deal.access_requests set status = $2 where id = $1`, [id, from]);

    const outcome = await decide(shared.owner, id, to).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

    expect([from, to, outcome]).toEqual([
      from,
      to,
      (allowed as readonly string[]).includes(to) ? 'done' : 'INVALID_TRANSITION',
    ]);
  }
});

test('lists separate requests that a user decides from requests that the user made', async () => {
  const [one, other] = [await createSharedDeal(service), await createSharedDeal(service)];
  const user = { ...one.owner, teams: other.member.teams };
  const got = await ask(one.member, user.userId, one.deal.id);
  const made = await ask(user, other.owner.userId, other.deal.id);
  const idsOf = async (asOwner?: boolean) => {
    const { accessRequests, totalSize } = await requests(user).listAccessRequests({ ...PAGE, asOwner });
    expect(totalSize).toBe(accessRequests.length);
    return accessRequests.map(({ id }) => id);
  };

  expect(await idsOf(true)).toEqual([got.id]);
  expect(await idsOf(false)).toEqual([made.id]);
  expect(await idsOf()).toEqual([made.id, got.id]);
});
