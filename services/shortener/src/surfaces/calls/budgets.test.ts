import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AppError } from '@svc/chassis/errors/app-error';
import { testUser } from '@svc/chassis/testing/test-service';
import { paint } from '@svc/images/testing/test-images';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { v7 as newId } from 'uuid';
import type { ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { agentWith, freshAddress, freshSlug, startShortener } from '../../testing/shortener-service.js';

const PHOTOS_AN_HOUR = 120;
const LINKS_AN_HOUR = 600;
const REPORTS_AN_HOUR = 20;
const READS_A_MINUTE = 120;

let service: ShortenerService;
let hosts: TestHosts;
let photo: Buffer;

beforeAll(async () => {
  service = await startShortener();
  photo = await paint(8, 8).png().toBuffer();
  hosts = await service.openHosts({ photoBytesMax: photo.length * 2 });
});

afterAll(() => service?.stop());

const onDashboard = async (as: ReturnType<typeof testUser>, contentType = 'image/png', body = photo, key = newId()) => {
  const headers = {
    ...(await hosts.headersOf({ as, through: 'internal' })),
    'content-type': contentType,
    'idempotency-key': key,
  };
  const response = await fetch(`${hosts.internalUrl}/dashboard/photos`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as PhotoAnswer };
};

interface PhotoAnswer {
  readonly id: string;
  readonly error?: { readonly code: string };
}

test('rejected and accepted uploads cost the same, counted for a user and its agents together', async () => {
  const user = testUser();
  const agent = agentWith(undefined, { userId: user.userId });
  for (let count = 0; count < PHOTOS_AN_HOUR - 1; count += 1) await onDashboard(user, 'text/plain');

  const last = await hosts.call('POST', '/photos', { as: agent, body: { image: 'no image' } });
  const [spentByUser, spentByAgent] = [
    await onDashboard(user),
    await hosts.call('POST', '/photos', { as: agent, body: photo, headers: { 'content-type': 'image/png' } }),
  ];

  expect(last.status).toBe(415);
  expect([spentByUser.status, spentByUser.body.error?.code]).toEqual([429, 'rate_limited']);
  expect(spentByUser.headers.get('retry-after')).toMatch(/^\d+$/);
  expect([spentByAgent.status, spentByAgent.body.error.code]).toEqual([429, 'rate_limited']);
});

test('photos count toward a quota per user until their link is deleted', async () => {
  const user = testUser();

  const taken = [await onDashboard(user), await onDashboard(user)];
  const full = await onDashboard(user);
  await service.links(user).deleteShortLink({ linkId: taken[0]?.body.id ?? '' });
  const again = await onDashboard(user);
  const others = await onDashboard(testUser());

  expect(taken.map(({ status }) => status)).toEqual([201, 201]);
  expect([full.status, full.body.error?.code]).toEqual([409, 'photo_quota_exceeded']);
  expect([again.status, others.status]).toEqual([201, 201]);
});

test('a retry gets the link that used up the quota', async () => {
  const user = testUser();
  await onDashboard(user);
  const key = newId();

  const last = await onDashboard(user, 'image/png', photo, key);
  const retry = await onDashboard(user, 'image/png', photo, key);

  expect([last.status, retry.status]).toEqual([201, 201]);
  expect(retry.body.id).toBe(last.body.id);
});

test('concurrent uploads cannot exceed the quota', async () => {
  const user = testUser();

  const answers = await Promise.all(Array.from({ length: 5 }, () => onDashboard(user)));

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
});

test('deleting an account deletes all its uploads', async () => {
  const user = testUser();
  await onDashboard(user);

  await service.as({ kind: 'service', service: 'identity' }, PurgeService).purgeAccount({ ownerId: user.userId });

  const { rows } = await hosts.pool.query('select * from shortener.photo_usage where owner_id = $1', [user.userId]);
  expect(rows).toEqual([]);
});

test('users and agents have the same hourly link limit', async () => {
  const user = testUser();
  const slug = freshSlug();
  const create = (wanted = slug, links = service.links(user)) =>
    links.createShortLink({ url: 'https://example.com/', slug: wanted, reuse: false, tags: [] });
  const repeatable = service.links(user, { idempotencyKey: newId(), operation: 'short_links.create' });
  const first = await create(slug, repeatable);
  // An invalid link is free; a taken slug is not.
  await expect(create('admin')).rejects.toMatchObject({ code: 'reserved_slug' });
  const outcomes = new Set<string>();
  for (let count = 1; count < LINKS_AN_HOUR; count += 1) {
    outcomes.add(
      await create().then(
        () => 'made',
        (error: AppError) => error.code,
      ),
    );
  }

  expect([...outcomes]).toEqual(['slug_taken']);
  await expect(create()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: expect.any(Number) });
  // A retry creates no second link.
  expect(await create(slug, repeatable)).toEqual(first);
});

test('a retried report does not spend the budget', async () => {
  const created = await hosts.call('POST', '/links', { body: { url: 'https://example.com/' } });
  const [as, address, headers] = [agentWith(), freshAddress(), { 'idempotency-key': newId() }];
  const report = (more = {}) =>
    hosts.call('POST', `/links/${created.body.shortId}/report`, { as, address, body: { reason: 'Spam' }, ...more });

  const repeated = new Set<number>();
  for (let count = 0; count <= REPORTS_AN_HOUR; count += 1) repeated.add((await report({ headers })).status);
  const { status } = await report();

  expect([[...repeated], status]).toEqual([[202], 202]);
});

test('reads of links, QR codes and public statistics are rate limited', async () => {
  const created = await hosts.call('POST', '/links', { body: { url: 'https://example.com/' } });
  const address = freshAddress();
  const read = (what: string, from = address) =>
    hosts.call('GET', `/links/${created.body.shortId}${what}`, { address: from });
  for (let count = 0; count < READS_A_MINUTE; count += 2) {
    expect([(await read('/qr')).status, (await read('/stats/public')).status]).toEqual([200, 200]);
  }

  const refused = [await read('/qr'), await read('/stats/public'), await read('')];
  const elsewhere = [await read('/qr', freshAddress()), await read('', freshAddress())];

  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
  expect(elsewhere.map(({ status }) => status)).toEqual([200, 200]);
});

test('a photo uploaded on the dashboard cannot name a deal', async () => {
  const user = testUser();
  const dealId = '019e0000-0000-7000-8000-000000000000';
  const body = Buffer.from(JSON.stringify({ image: photo.toString('base64'), slug: freshSlug(), dealId }));

  const answer = await onDashboard(user, 'application/json', body);

  expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
});

test('an unknown sort order is rejected, even one named like an object property', async () => {
  const list = service.links(testUser()).listShortLinks({
    scope: 'mine',
    pageSize: 10,
    skip: 0,
    sort: 'constructor',
  });

  await expect(list).rejects.toMatchObject({ kind: 'invalid_input', code: 'VALIDATION_ERROR' });
});
