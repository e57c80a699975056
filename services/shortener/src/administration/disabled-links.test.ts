import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { testUser } from '@svc/chassis/testing/test-service';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { ShortLinkAdministrationService } from '@svc/proto/shortener/v1/short_link_administration_service';
import { ShortLinkReportService } from '@svc/proto/shortener/v1/short_link_report_service';
import { AccountStandingService } from '@svc/proto/standing/v1/standing_service';
import { v7 as newId } from 'uuid';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, freshSlug, startShortener } from '../testing/shortener-service.js';

const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let service: ShortenerService;
/** Two replicas. */
let hosts: readonly [TestHosts, TestHosts];
const admin = testUser({ role: 'admin' });

beforeAll(async () => {
  service = await startShortener();
  const objects = testFolderOptions();
  hosts = [await service.openHosts({ objects }), await service.openHosts({ objects })];
});

afterAll(() => service?.stop());

const disableLink = (shortId: string, disabled: boolean, as = admin) =>
  service.as(as, ShortLinkAdministrationService).switchShortLink({ shortId, disabled });

const tell = (ownerId: string, disabled: boolean, accountVersion: number, from = 'identity') =>
  service
    .as({ kind: 'service', service: from }, AccountStandingService)
    .recordAccountStanding({ ownerId, disabled, accountVersion });

/** An account with a link and a photo, and the responses of its addresses on both replicas. */
async function createAccount() {
  const user = testUser();
  const { link } = await service.links(user).createShortLink({ url: 'https://example.com/', tags: [], reuse: false });
  const agent = agentWith(undefined, { userId: user.userId });
  const photo = await hosts[0].call('POST', '/photos', { as: agent, body: { image: IMAGE } });
  const [linkId, shortId, photoId] = [link?.id ?? '', link?.shortId ?? '', photo.body.shortId];
  const paths = [`/${shortId}`, `/${photoId}`, `/${photoId}/raw`];
  const answers = async () => {
    const opened = hosts.flatMap((host) => paths.map((path) => host.open(path)));
    return (await Promise.all(opened)).map(({ status }) => status);
  };
  const expectAnswers = (...statuses: number[]) =>
    eventually(async () => expect(await answers()).toEqual([...statuses, ...statuses]));
  return { user, agent, linkId, shortId, photoId, expectAnswers };
}

const shown = async ({ user, linkId }: Awaited<ReturnType<typeof createAccount>>) =>
  (await service.links(user).getShortLink({ linkId })).link;

test('links disabled by an administrator respond with 410 on every replica, and open again when enabled', async () => {
  const account = await createAccount();
  await account.expectAnswers(302, 200, 200);

  const off = await disableLink(account.shortId.toUpperCase(), true);
  await disableLink(account.photoId, true);
  await account.expectAnswers(410, 410, 410);
  const seen = await shown(account);
  await disableLink(account.shortId, false);
  const on = await disableLink(account.photoId, false);
  await account.expectAnswers(302, 200, 200);

  const { userId: ownerId } = account.user;
  expect(off.link).toMatchObject({ shortId: account.shortId, kind: 'url', ownerId, disabled: true });
  expect(on.link).toMatchObject({ kind: 'photo', disabled: false, disabledWithAccount: false });
  expect(seen).toMatchObject({ isActive: true, switchedOffByAdmin: true });
  expect(await shown(account)).toMatchObject({ switchedOffByAdmin: false });
});

test('the owner can change such a link, but not enable it, and is told why', async () => {
  const { user, agent, linkId, shortId } = await createAccount();
  await disableLink(shortId, true);
  const links = service.links(user);
  const refused = { code: 'FORBIDDEN', message: expect.stringContaining('An administrator disabled this link') };

  const switchOn = links.updateShortLink({ linkId, updateMask: ['is_active'], isActive: true, tags: [] });
  await expect(switchOn).rejects.toMatchObject(refused);
  const off = await links.updateShortLink({ linkId, updateMask: ['is_active'], isActive: false, tags: [] });
  const led = { linkId, updateMask: ['url'], url: 'https://example.com/elsewhere', tags: [] };
  expect((await links.updateShortLink(led)).link).toMatchObject({ url: led.url, switchedOffByAdmin: true });
  expect(off.link).toMatchObject({ isActive: false });

  const ofAgent = await hosts[0].call('POST', '/links', { as: agent, body: { url: 'https://example.com/agent' } });
  await disableLink(ofAgent.body.shortId, true);
  const path = `/links/${ofAgent.body.shortId}`;
  const byAgent = await hosts[0].call('PATCH', path, { as: agent, body: { isActive: true } });
  expect([byAgent.status, byAgent.body.error.message]).toEqual([403, expect.stringContaining('An administrator')]);
  expect((await hosts[0].call('GET', path)).body).toMatchObject({ isActive: false });
});

test('a request for a new link never returns one that is disabled', async () => {
  const { user, shortId, linkId } = await createAccount();
  await disableLink(shortId, true);

  const again = { url: 'https://example.com/', tags: [], reuse: true };
  const made = await service.links(user).createShortLink(again);

  expect(made).toMatchObject({ created: true });
  expect(made.link?.id).not.toBe(linkId);
});

test('reports show whether their link is disabled, including by a guest', async () => {
  const url = `https://example.com/${freshSlug()}`;
  const { shortId } = (await hosts[0].call('POST', '/links', { body: { url } })).body;
  await hosts[0].call('POST', `/links/${shortId}/report`, { body: { reason: 'Phishing' } });
  const reported = async () => {
    const reports = service.as(admin, ShortLinkReportService);
    const { reports: newest } = await reports.listShortLinkReports({ pageSize: 200, skip: 0 });
    return newest.find((report) => report.shortId === shortId)?.linkDisabled;
  };

  const before = await reported();
  const { link } = await disableLink(shortId, true);

  expect([before, await reported()]).toEqual([false, true]);
  expect(link).toMatchObject({ disabled: true });
  expect(link?.ownerId ?? null).toBeNull();
});

test('only administrators may disable and enable links, the link must exist, and repetitions change nothing', async () => {
  const account = await createAccount();
  await disableLink(account.shortId, true);
  const once = await shown(account);
  await disableLink(account.shortId, true, testUser({ role: 'admin' }));

  expect((await shown(account))?.version).toBe(once?.version);
  await expect(disableLink(account.shortId, false, account.user)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(disableLink('never-made-at-all', true)).rejects.toMatchObject({ kind: 'not_found' });
});

test('links and photos are disabled and enabled with their account, except those disabled separately', async () => {
  const [account, other] = [await createAccount(), await createAccount()];
  const { userId } = account.user;
  await disableLink(account.photoId, true);

  await tell(userId, true, 2);
  await account.expectAnswers(410, 410, 410);
  await other.expectAnswers(302, 200, 200);
  expect(await shown(account)).toMatchObject({ switchedOffByAdmin: true });
  await tell(userId, false, 3);
  await account.expectAnswers(302, 410, 410);

  const { link } = await disableLink(account.photoId, false);
  expect(link).toMatchObject({ disabled: false, disabledWithAccount: false });
});

test('late and repeated messages about an account change nothing, but disable links created since', async () => {
  const account = await createAccount();
  const { userId } = account.user;

  await tell(userId, false, 3);
  await tell(userId, true, 2);
  await account.expectAnswers(302, 200, 200);
  await tell(userId, true, 4);
  await tell(userId, false, 3);
  const { link } = await service
    .links(account.user)
    .createShortLink({ url: 'https://example.com/late', tags: [], reuse: false });
  await tell(userId, true, 4);

  await account.expectAnswers(410, 410, 410);
  await eventually(async () => expect((await hosts[0].open(`/${link?.shortId}`)).status).toBe(410));
});

test('an account with more links than one batch is disabled completely; a concurrent call must retry', async () => {
  const { userId } = testUser();
  await service.pool.query(
    `insert into shortener.links (id, short_id, kind, owner_id, target_url)
     select gen_random_uuid(), 'many-' || left(md5(random()::text || n), 20), 'url', $1, 'https://example.com/'
       from generate_series(1, 5500) as n`,
    [userId],
  );
  const holder = await service.pool.connect();
  await holder.control('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('shortener standing ' || $1, 0))`, [userId]);
  await expect(tell(userId, true, 2)).rejects.toMatchObject({ kind: 'conflict', code: 'UNDER_WAY' });
  await holder.control('rollback');
  holder.release();

  // A slow machine may need several calls, so retry as any sender would.
  await eventually(() => tell(userId, true, 2));

  const { rows } = await service.pool.query(
    `select 1 from shortener.links where owner_id = $1 and not owner_disabled`,
    [userId],
  );
  expect(rows).toEqual([]);
});

test('a deleted account leaves no record of its state, and only identity may report states', async () => {
  const { userId } = testUser();
  await tell(userId, true, 2);

  await service.as({ kind: 'service', service: 'identity' }, PurgeService).purgeAccount({ ownerId: userId });

  const text = `select 1 from shortener.account_standings where owner_id = $1`;
  expect((await service.pool.query(text, [userId])).rows).toEqual([]);
  await expect(tell(newId(), true, 2, 'deal')).rejects.toMatchObject({ kind: 'forbidden' });
});
