import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { eventually } from '@svc/chassis/testing/eventually';
import { waitForLockWaiters } from '@svc/chassis/testing/lock-waiters';
import { testUser } from '@svc/chassis/testing/test-service';
import { ShortLinkReportService } from '@svc/proto/shortener/v1/short_link_report_service';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { lockTargetForLink } from '../links/link-repo.js';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, freshSlug, startShortener } from '../testing/shortener-service.js';
import { decideReport } from './decide-report.js';

let service: ShortenerService;
let hosts: TestHosts;
const admin = testUser({ role: 'admin' });
const agent = agentWith();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

const reports = (as = admin) => service.as(as, ShortLinkReportService);

async function createLink(url: string): Promise<string> {
  return (await hosts.call('POST', '/links', { as: agent, body: { url } })).body.shortId;
}

/** Reports a link and returns the report as an administrator sees it. */
async function report(shortId: string, reason = 'Phishing') {
  await hosts.call('POST', `/links/${shortId}/report`, { body: { reason } });
  const { reports: newest } = await reports().listShortLinkReports({ status: 'open', pageSize: 1, skip: 0 });
  return newest[0]!;
}

const decide = (reportId: string, decision: string, expectedVersion?: number) =>
  reports().decideShortLinkReport({ reportId, decision, expectedVersion });

const expectOpening = (shortId: string, status: number) =>
  eventually(async () => expect((await hosts.open(`/${shortId}`)).status).toBe(status));

/** Flags the link's current target. */
const expectWarning = (shortId: string, targetUrl: string) =>
  eventually(async () => {
    const response = await hosts.open(`/${shortId}`, { headers: { accept: 'application/json' } });
    expect([response.status, await response.json()]).toMatchObject([200, { warning: { targetUrl } }]);
  });

test('only administrators see reports', async () => {
  const { id } = await report(await createLink('https://example.com/'));
  const user = testUser();

  await expect(reports(user).listShortLinkReports({ pageSize: 0, skip: 0 })).rejects.toMatchObject({
    kind: 'forbidden',
  });
  await expect(reports(user).decideShortLinkReport({ reportId: id, decision: 'flag' })).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

test('flagging a target warns visitors of existing and new links to it, and no others', async () => {
  const url = `https://evil.example.com/${freshSlug()}`;
  const [reported, sibling, other] = await Promise.all([
    createLink(url),
    createLink(url),
    createLink('https://example.com/good'),
  ]);
  await Promise.all([reported, sibling, other].map((shortId) => expectOpening(shortId, 302)));

  const { report: decided } = await decide((await report(reported)).id, 'flag');
  const later = await createLink(url);
  await hosts.call('PATCH', `/links/${other}`, { as: agent, body: { title: 'Still good' } });

  expect(decided).toMatchObject({ shortId: reported, status: 'flagged', targetUrl: url });
  await Promise.all([reported, sibling, later].map((shortId) => expectOpening(shortId, 200)));
  await expectOpening(other, 302);
});

test('a link stays flagged when its owner changes its target, until an administrator removes the flag', async () => {
  const url = `https://evil.example.com/${freshSlug()}`;
  const harmless = `https://example.com/${freshSlug()}`;
  const [bad, good] = await Promise.all([createLink(url), createLink('https://example.com/')]);
  const { id } = await report(bad);
  await decide(id, 'flag');

  await hosts.call('PATCH', `/links/${good}`, { as: agent, body: { url } });
  await hosts.call('PATCH', `/links/${good}`, { as: agent, body: { url: `${url}?a=1` } });
  const led = await hosts.call('PATCH', `/links/${bad}`, { as: agent, body: { url: harmless } });

  expect(led.status).toBe(200);
  await expectWarning(good, `${url}?a=1`);
  await expectWarning(bad, harmless);

  await decide(id, 'dismiss');
  await expectOpening(bad, 302);
  await expectWarning(good, `${url}?a=1`);
});

test('an earlier flag of a link stays when a report of its new target is dismissed', async () => {
  const [url, harmless] = [`https://evil.example.com/${freshSlug()}`, `https://example.com/${freshSlug()}`];
  const [bad, other] = await Promise.all([createLink(url), createLink(harmless)]);
  await decide((await report(bad)).id, 'flag');
  await hosts.call('PATCH', `/links/${bad}`, { as: agent, body: { url: harmless } });
  const { id } = await report(other);
  await decide(id, 'flag');
  await expectOpening(other, 200);

  await decide(id, 'dismiss');

  await expectOpening(other, 302);
  await expectWarning(bad, harmless);
});

test('a flagged photo answers 410: its page, its image and the raw address', async () => {
  const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const created = await hosts.call('POST', '/photos', { as: agent, body: { image: photo.toString('base64') } });
  const { shortId } = created.body;
  const answers = async () => {
    const paths = [`/${shortId}`, `/${shortId}/raw`];
    const ofHost = paths.map((path) => hosts.open(path));
    const image = hosts.open(`/${shortId}`, { headers: { accept: 'image/webp' } });
    return (await Promise.all([...ofHost, image])).map(({ status }) => status);
  };
  const before = await answers();
  const { id } = await report(shortId);

  await decide(id, 'flag');
  await eventually(async () => expect(await answers()).toEqual([410, 410, 410]));
  await decide(id, 'dismiss');
  await eventually(async () => expect(await answers()).toEqual(before));

  expect([created.status, ...before]).toEqual([201, 200, 200, 200]);
});

test('dismissing a report removes an earlier flag, for existing and new links', async () => {
  const url = `https://fine.example.com/${freshSlug()}`;
  const shortId = await createLink(url);
  await decide((await report(shortId)).id, 'flag');
  await expectOpening(shortId, 200);

  await decide((await report(shortId, 'It is fine again')).id, 'dismiss');

  await expectOpening(shortId, 302);
  await expectOpening(await createLink(url), 302);
});

test('a decision closes every open report of the link, and no other one', async () => {
  const [shortId, other] = [await createLink('https://example.com/a'), await createLink('https://example.com/b')];
  const [first, second, ofOther] = [await report(shortId), await report(shortId, 'Spam'), await report(other)];

  await decide(second.id, 'dismiss');

  const { reports: all } = await reports().listShortLinkReports({ pageSize: 200, skip: 0 });
  const statusOf = (id: string) => all.find((each) => each.id === id)?.status;
  expect([first, second, ofOther].map(({ id }) => statusOf(id))).toEqual(['dismissed', 'dismissed', 'open']);
});

test('an invalid decision, an unknown report or an older version is refused', async () => {
  const { id } = await report(await createLink('https://example.com/'));

  await expect(decide(id, 'perhaps')).rejects.toMatchObject({ kind: 'invalid_input' });
  await expect(decide(newId(), 'flag')).rejects.toMatchObject({ kind: 'not_found' });
  await expect(decide(id, 'flag', 9)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  await expect(reports().listShortLinkReports({ status: 'nonsense', pageSize: 0, skip: 0 })).rejects.toMatchObject({
    kind: 'invalid_input',
  });
});

test('of two decisions on one version, the second gets a version conflict', async () => {
  const url = `https://evil.example.com/${freshSlug()}`;
  const { id, version } = await report(await createLink(url));

  const outcomes = await Promise.allSettled(
    ['flag', 'dismiss', 'flag', 'dismiss'].map((decision) => decide(id, decision, version)),
  );

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'VERSION_CONFLICT' });
  }
});

test('a link created or pointed at a target while it is being flagged warns as well', async () => {
  const url = `https://evil.example.com/${freshSlug()}`;
  const { id } = await report(await createLink(url));
  const moved = await createLink('https://example.com/');

  const changes = await inTransaction(service.pool, async (tx) => {
    await decideReport(tx, admin.userId, id, 'flag', null);
    const made = createLink(url);
    const led = hosts.call('PATCH', `/links/${moved}`, { as: agent, body: { url } });
    await Promise.race([Promise.all([made, led]), waitForLockWaiters(hosts.pool, 2)]);
    return [made, led] as const;
  });

  const [made] = await Promise.all(changes);
  await expectOpening(made, 200);
  await expectOpening(moved, 200);
});

test('a decision that waits for its target does not lock the link, so that changes do not wait', async () => {
  const url = `https://evil.example.com/${freshSlug()}`;
  const { id, shortId } = await report(await createLink(url));

  const decided = await inTransaction(service.pool, async (tx) => {
    await lockTargetForLink(tx, url);
    const decision = decide(id, 'flag');
    await Promise.race([decision, waitForLockWaiters(hosts.pool, 1)]);
    await tx.query(`select id from shortener.links where short_id = $1 for no key update nowait`, [shortId]);
    return { decision };
  });

  expect((await decided.decision).report).toMatchObject({ status: 'flagged' });
});

test('a link whose target changes while its report is being decided must be reviewed again', async () => {
  const url = `https://evil.example.com/${freshSlug()}`;
  const { id, shortId } = await report(await createLink(url));

  const decided = await inTransaction(service.pool, async (tx) => {
    await tx.query(`update shortener.links set target_url = 'https://example.com/' where short_id = $1`, [shortId]);
    const decision = decide(id, 'flag');
    decision.catch(() => undefined);
    await Promise.race([decision, waitForLockWaiters(hosts.pool, 1)]);
    return { decision };
  });

  await expect(decided.decision).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
});
