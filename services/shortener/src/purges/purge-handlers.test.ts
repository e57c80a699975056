import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { testUser } from '@svc/chassis/testing/test-service';
import { SCREENSHOT_HEADER } from '@svc/image-routes/photo-routes';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import { BROWSER } from '../clicks/testing/click-store.js';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, freshSlug, startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

const purge = (ownerId: string, from = 'identity') =>
  service.as({ kind: 'service', service: from }, PurgeService).purgeAccount({ ownerId });

/** An account with a link, a photo, the photo of a screenshot, a share, a report, a click and a stored answer. */
async function createAccount() {
  const teamId = newId();
  const user = testUser({ teams: [{ id: teamId, role: 'owner' }] });
  const agent = agentWith(undefined, { userId: user.userId });
  const links = service.links(user, { idempotencyKey: newId(), operation: 'short_links.create' });
  const { link } = await links.createShortLink({ url: 'https://example.com/', tags: [], reuse: false });
  await hosts.call('POST', '/photos', { as: agent, body: { image: IMAGE } });
  await fetch(`${hosts.internalUrl}/dashboard/photos`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SCREENSHOT_HEADER]: newId(),
      ...(await hosts.headersOf({ as: user, through: 'internal' })),
    },
    body: JSON.stringify({ image: IMAGE }),
  });
  await service.as(user, TeamShareService).shareWithTeam({ teamId, entityType: 'short_link', entityId: link!.id });
  await hosts.call('POST', `/links/${link!.shortId}/report`, { body: { reason: 'Spam' } });
  await hosts.open(`/${link!.shortId}`, { headers: { 'user-agent': BROWSER } });
  await eventually(async () => expect((await rowsOf([link!.id])).link_totals).toBe(1));
  const { rows } = await service.pool.query<{ id: string }>(`select id from shortener.links where owner_id = $1`, [
    user.userId,
  ]);
  // Inserts a row like a process of an earlier version.
  await service.pool.query(
    `insert into shortener.click_visitors (day, link_id, visitor_hash) values (current_date, $1, '\\x00')`,
    [link!.id],
  );
  return { userId: user.userId, shortId: link!.shortId, linkIds: rows.map(({ id }) => id) };
}

/** Rows related to the links, by table. */
async function rowsOf(linkIds: readonly string[]): Promise<Record<string, number>> {
  const tables = [
    'link_photos',
    'photo_sources',
    'link_shares',
    'link_reports',
    'clicks',
    'click_visitors',
    'click_quarter_hour',
    'link_totals',
  ];
  const counts = tables.map(
    (table) => `(select count(*)::int from shortener.${table} where link_id = any ($1::uuid[])) as ${table}`,
  );
  const { rows } = await service.pool.query<Record<string, number>>(
    `select (select count(*)::int from shortener.links where id = any ($1::uuid[])) as links, ${counts.join(', ')}`,
    [linkIds],
  );
  return rows[0]!;
}

test('deleting an account deletes all data of its links, and nothing of others', async () => {
  const [gone, stays] = [await createAccount(), await createAccount()];
  const before = await rowsOf(stays.linkIds);

  await purge(gone.userId);

  expect(Object.values(before).every((count) => count > 0)).toBe(true);
  expect(new Set(Object.values(await rowsOf(gone.linkIds)))).toEqual(new Set([0]));
  expect(await rowsOf(stays.linkIds)).toEqual(before);
  await eventually(async () => expect((await hosts.open(`/${gone.shortId}`)).status).toBe(404));
  expect((await hosts.open(`/${stays.shortId}`)).status).toBe(302);
});

test('the short ids of a deleted account are never reused, whether its links were deleted or disabled', async () => {
  const { userId } = testUser();
  const slugs = [freshSlug(), freshSlug(), freshSlug()];
  const create = (slug: string, as = testUser()) =>
    service.links(as).createShortLink({ url: 'https://example.com/', slug, tags: [], reuse: false });
  for (const slug of slugs) await create(slug, testUser({ userId }));
  await service.pool.query(`update shortener.links set deleted_at = now() where short_id = $1`, [slugs[1]]);
  await service.pool.query(`update shortener.links set switched_off_by = $2 where short_id = $1`, [slugs[2], newId()]);

  await purge(userId);

  for (const slug of slugs) {
    await expect(create(slug.toUpperCase())).rejects.toMatchObject({ code: 'slug_taken' });
  }
});

test('no stored answer to the account remains, so none can be replayed', async () => {
  const { userId } = await createAccount();
  const answers = () => service.pool.query(`select 1 from shortener.idempotency_answers where user_id = $1`, [userId]);
  expect((await answers()).rows).not.toEqual([]);

  await purge(userId);

  expect((await answers()).rows).toEqual([]);
});

test('an account with more links than one batch is purged completely, including deleted links; repeats are harmless', async () => {
  const { userId } = testUser();
  await service.pool.query(
    `insert into shortener.links (id, short_id, kind, owner_id, target_url, deleted_at)
     select gen_random_uuid(), 'bulk-' || left(md5(random()::text || n), 20), 'url', $1, 'https://example.com/',
            case when n % 2 = 0 then now() end
       from generate_series(1, 5500) as n`,
    [userId],
  );

  await purge(userId);
  await purge(userId);

  const { rows } = await service.pool.query(`select 1 from shortener.links where owner_id = $1`, [userId]);
  expect(rows).toEqual([]);
});

test('a concurrent call for the same account does not wait, and must retry', async () => {
  const { userId } = testUser();
  const first = await service.pool.connect();
  await first.control('begin');
  await first.query(`select pg_advisory_xact_lock(hashtextextended('shortener purge ' || $1, 0))`, [userId]);

  const second = purge(userId);

  await expect(second).rejects.toMatchObject({ kind: 'conflict', code: 'UNDER_WAY' });
  await first.control('rollback');
  first.release();
});

test('only identity may purge an account', async () => {
  await expect(purge(newId(), 'deal')).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(service.as(testUser(), PurgeService).purgeAccount({ ownerId: newId() })).rejects.toMatchObject({
    kind: 'forbidden',
  });
});
