import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { ExternalShareAdministrationService } from '@svc/proto/deal/v1/external_share_service';
import { AccountStandingService } from '@svc/proto/standing/v1/standing_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { externalSharesOf } from '../testing/external-shares.js';

let service: DealTestService;
const admin = testUser({ role: 'admin' });

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const { anyone, open, shareDeal, shares } = externalSharesOf(() => service);

const INACTIVE = { code: 'SHARE_INACTIVE' };

const disableShare = (token: string, disabled: boolean, as = admin) =>
  service.call(as, ExternalShareAdministrationService).switchExternalShare({ token, disabled });

const tell = (ownerId: string, disabled: boolean, accountVersion: number, from = 'identity') =>
  service
    .call({ kind: 'service', service: from }, AccountStandingService)
    .recordAccountStanding({ ownerId, disabled, accountVersion });

test('a share disabled by an administrator cannot be opened, even with a viewing pass, until it is enabled', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner);
  const { viewingPass } = await open(token);

  const off = await disableShare(token, true);

  expect(off.externalShare).toEqual({
    id: share.id,
    entityType: 'deal',
    ownerId: owner.userId,
    disabled: true,
    disabledWithAccount: false,
  });
  await expect(anyone().describeShare({ token, viewingPass })).rejects.toMatchObject(INACTIVE);
  await expect(open(token)).rejects.toMatchObject(INACTIVE);
  await expect(open(token, { viewingPass })).rejects.toMatchObject(INACTIVE);
  await expect(open(token, {}, owner)).rejects.toMatchObject(INACTIVE);
  await expect(anyone().checkViewingPass({ token, viewingPass })).rejects.toMatchObject(INACTIVE);

  await disableShare(token, false);
  await expect(open(token, { viewingPass })).resolves.toMatchObject({ entityType: 'deal' });
});

test('the owner sees that a share is disabled and why, and cannot enable it', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner);
  await disableShare(token, true);
  const seen = await shares(owner).getExternalShare({ externalShareId: share.id });
  const change = (isActive: boolean) =>
    shares(owner).updateExternalShare({
      externalShareId: share.id,
      updateMask: ['is_active'],
      visibleFields: [],
      isActive,
    });

  expect(seen.externalShare).toMatchObject({ isActive: true, switchedOffByAdmin: true });
  await expect(change(true)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('An administrator disabled this link'),
  });
  expect((await change(false)).externalShare).toMatchObject({ isActive: false, switchedOffByAdmin: true });
});

test('only administrators may disable and enable shares, the share must exist, and repetitions change nothing', async () => {
  const owner = testUser();
  const { share, token } = await shareDeal(owner);
  const version = async () =>
    (await shares(owner).getExternalShare({ externalShareId: share.id })).externalShare?.version;
  await disableShare(token, true);
  const once = await version();
  await disableShare(token, true, testUser({ role: 'admin' }));

  expect(await version()).toBe(once);
  await expect(disableShare(token, false, owner)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(disableShare('x'.repeat(43), true)).rejects.toMatchObject({ kind: 'not_found' });
});

test('shares are disabled and enabled with their account, except those disabled separately', async () => {
  const [owner, other] = [testUser(), testUser()];
  const [first, second, ofOther] = [await shareDeal(owner), await shareDeal(owner), await shareDeal(other)];
  await disableShare(second.token, true);

  await tell(owner.userId, true, 2);
  await expect(open(first.token)).rejects.toMatchObject(INACTIVE);
  await expect(open(ofOther.token)).resolves.toBeDefined();
  await tell(owner.userId, false, 3);

  await expect(open(first.token)).resolves.toBeDefined();
  await expect(open(second.token)).rejects.toMatchObject(INACTIVE);
});

test('late messages about an account change nothing, and repeated ones disable shares created since', async () => {
  const owner = testUser();
  const { token } = await shareDeal(owner);
  const { userId } = owner;

  await tell(userId, false, 3);
  await tell(userId, true, 2);
  await expect(open(token)).resolves.toBeDefined();
  await tell(userId, true, 4);
  await tell(userId, false, 3);
  await expect(open(token)).rejects.toMatchObject(INACTIVE);
  const late = await shareDeal(owner);
  await tell(userId, true, 4);
  await expect(open(late.token)).rejects.toMatchObject(INACTIVE);
});

test('a deleted account leaves no record of its state, and only identity may report states', async () => {
  const { userId } = testUser();
  await tell(userId, true, 2);

  await service.as({ kind: 'service', service: 'identity' }).purge.purgeAccount({ ownerId: userId });

  const text = `select 1 from deal.account_standings where owner_id = $1`;
  expect((await service.pool.query(text, [userId])).rows).toEqual([]);
  await expect(tell(newId(), true, 2, 'viewcheck')).rejects.toMatchObject({ kind: 'forbidden' });
});
