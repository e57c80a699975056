import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { type DealClients, type DealTestService, startDeal } from '../testing/deal-service.js';
import {
  addVideo,
  changeRequest,
  createDeal,
  createSharedDeal,
  getDeal,
  listRequest,
  newVideoUrl,
  userIn,
} from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

type Shared = Awaited<ReturnType<typeof createSharedDeal>>;

const TODAY = '2027-01-01';

/** Every method that names a record, with a request that only missing access can fail. */
const READS: Record<string, (clients: DealClients, shared: Shared) => Promise<unknown>> = {
  getDeal: ({ deals }, { deal }) => deals.getDeal({ dealId: deal.id }),
  listActivity: ({ deals }, { deal }) => deals.listActivity({ dealId: deal.id, pageSize: 1, skip: 0 }),
  listVideos: ({ videos }, { deal }) => videos.listVideos({ dealId: deal.id, pageSize: 1, skip: 0 }),
  getVideoAccess: ({ directory }, { deal, video }) => directory.getVideoAccess({ dealId: deal.id, videoId: video.id }),
};

const WRITES: typeof READS = {
  updateDeal: ({ deals }, { deal }) => deals.updateDeal(changeRequest(deal.id, { name: 'Changed' })),
  deleteDeal: ({ deals }, { deal }) => deals.deleteDeal({ dealId: deal.id }),
  addVideo: ({ videos }, { deal }) => videos.addVideo({ dealId: deal.id, url: newVideoUrl(), postDate: '2026-03-01' }),
  updateVideo: ({ videos }, { deal, video }) =>
    videos.updateVideo({ dealId: deal.id, videoId: video.id, updateMask: ['title'], title: 'Changed' }),
  deleteVideo: ({ videos }, { deal, video }) => videos.deleteVideo({ dealId: deal.id, videoId: video.id }),
};

const SEEING = ['owner', 'teamOwner', 'teamAdmin', 'member'] as const;

describe.each(Object.keys(READS))('%s', (method) => {
  const call = READS[method]!;

  test.each(SEEING)('is open to the %s', async (who) => {
    const shared = await createSharedDeal(service);

    await expect(call(service.as(shared[who]), shared)).resolves.toBeDefined();
  });

  test('responds to a stranger as if the deal did not exist', async () => {
    const shared = await createSharedDeal(service);
    const gone = { ...shared, deal: { ...shared.deal, id: newId() } };
    const hidden = await call(service.as(shared.stranger), shared).catch((error: unknown) => error);
    const missing = await call(service.as(shared.stranger), gone).catch((error: unknown) => error);

    expect(hidden).toMatchObject({ kind: 'not_found', code: 'NOT_FOUND' });
    expect(missing).toMatchObject({ message: (hidden as Error).message, kind: 'not_found' });
  });
});

describe.each(Object.keys(WRITES))('%s', (method) => {
  const call = WRITES[method]!;

  test('is open to the owner', async () => {
    const shared = await createSharedDeal(service);

    await expect(call(service.as(shared.owner), shared)).resolves.toBeDefined();
  });

  test.each(['teamOwner', 'teamAdmin', 'member'] as const)(
    'is forbidden to the %s and changes nothing',
    async (who) => {
      const shared = await createSharedDeal(service);
      const before = await getDeal(service, shared.owner, shared.deal.id);

      await expect(call(service.as(shared[who]), shared)).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'FORBIDDEN',
      });

      expect(await getDeal(service, shared.owner, shared.deal.id)).toEqual(before);
    },
  );

  test('responds to a stranger as if the deal did not exist', async () => {
    const shared = await createSharedDeal(service);

    await expect(call(service.as(shared.stranger), shared)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

test.each([
  ['owner', { role: 'owner', canEdit: true, canEditViews: true, redacted: [] }],
  ['teamOwner', { role: 'team-owner', canEdit: false, canEditViews: true, redacted: ['price'] }],
  ['teamAdmin', { role: 'team-admin', canEdit: false, canEditViews: true, redacted: ['price'] }],
  ['member', { role: 'team-member', canEdit: false, canEditViews: false, redacted: ['price'] }],
] as const)(
  'the %s sees a deal with the same access in every response, and the price only as owner',
  async (who, rights) => {
    const shared = await createSharedDeal(service, { price: 12.34, notes: 'To be sent by mail.' });
    const { deal, video, teamId } = shared;
    const access = { ...rights, teamIds: who === 'owner' ? [] : [teamId] };
    const seen = { access, price: who === 'owner' ? 12.34 : null, currency: 'USD', notes: 'To be sent by mail.' };
    const { deals, directory } = service.as(shared[who]);
    const scope = 'mine-and-shared';

    const list = await deals.listDeals(listRequest({ scope }));
    const [single, described, due] = await Promise.all([
      directory.getVideoAccess({ dealId: deal.id }),
      directory.describeVideos({ videoIds: [video.id] }),
      directory.listDueVideos({ pageSize: 10, skip: 0, scope, today: TODAY }),
    ]);

    expect(await getDeal(service, shared[who], deal.id)).toMatchObject(seen);
    expect(list).toMatchObject({ totalSize: 1, deals: [seen] });
    expect(single).toEqual({ ownerId: deal.ownerId, access, video: null });
    expect(described.videos).toMatchObject([{ videoId: video.id, access }]);
    expect(due).toMatchObject({ totalSize: 1, dueVideos: [{ video: { videoId: video.id, access } }] });
  },
);

test('lists never show a shared deal to a stranger', async () => {
  const { video, stranger } = await createSharedDeal(service);
  const { deals, directory } = service.as(stranger);
  const scope = 'mine-and-shared';

  expect(await deals.listDeals(listRequest({ scope }))).toMatchObject({ deals: [], totalSize: 0 });
  expect(await directory.describeVideos({ videoIds: [video.id] })).toEqual({ videos: [] });
  expect(await directory.listDueVideos({ pageSize: 10, skip: 0, scope, today: TODAY })).toMatchObject({ totalSize: 0 });
});

test('lists hold no deals of others without the scope for shared records', async () => {
  const { member } = await createSharedDeal(service);
  const { deals, directory } = service.as(member);

  expect(await deals.listDeals(listRequest())).toMatchObject({ deals: [], totalSize: 0 });
  expect(await directory.listDueVideos({ pageSize: 10, skip: 0, scope: '', today: TODAY })).toMatchObject({
    totalSize: 0,
  });
});

test('the best role in the teams with access counts, and other teams do not', async () => {
  const [memberTeam, adminTeam, ownTeam] = [newId(), newId(), newId()];
  const deal = await createDeal(service, testUser());
  await service.share(deal.id, memberTeam);
  await service.share(deal.id, adminTeam);
  const user = userIn({ [memberTeam]: 'member', [adminTeam]: 'admin', [ownTeam]: 'owner' });

  const { access } = await getDeal(service, user, deal.id);

  expect(access).toMatchObject({ role: 'team-admin', teamIds: [memberTeam, adminTeam].sort(), canEditViews: true });
});

test('an owner who is also in the team is listed as the owner, and sees the deal once', async () => {
  const teamId = newId();
  const owner = userIn({ [teamId]: 'member' });
  const deal = await createDeal(service, owner, { price: 5 });
  await addVideo(service, owner, deal.id);
  await service.share(deal.id, teamId);

  const { deals, totalSize } = await service.as(owner).deals.listDeals(listRequest({ scope: 'mine-and-shared' }));

  expect(totalSize).toBe(1);
  expect(deals).toMatchObject([{ price: 5, access: { role: 'owner', teamIds: [teamId] } }]);
});

test('reading one deal takes one statement', async () => {
  const { deal, owner, member } = await createSharedDeal(service);
  const before = service.pool.statementCount();

  await getDeal(service, owner, deal.id);
  await getDeal(service, member, deal.id);

  expect(service.pool.statementCount() - before).toBe(2);
});
