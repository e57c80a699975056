import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import type { CreateShortLinkRequest, ShortLink } from '@svc/proto/shortener/v1/short_link_service';
import { v7 as newId } from 'uuid';
import type { ShortenerService } from '../testing/shortener-service.js';
import { freshSlug, ORIGIN, startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;
const user = testUser();
const stranger = testUser();

beforeAll(async () => {
  service = await startShortener();
});

afterAll(() => service?.stop());

const newLink = (fields: Partial<CreateShortLinkRequest> = {}): CreateShortLinkRequest => ({
  url: 'https://example.com/page',
  tags: [],
  reuse: false,
  ...fields,
});

async function create(fields: Partial<CreateShortLinkRequest> = {}, as = user): Promise<ShortLink> {
  const { link } = await service.links(as).createShortLink(newLink(fields));
  return link!;
}

const LIST = { scope: '', sort: '', pageSize: 0, skip: 0 };

async function list(request: object, as = user): Promise<string[]> {
  const { links } = await service.links(as).listShortLinks({ ...LIST, ...request });
  return links.map(({ shortId }) => shortId);
}

test('a signed-in user creates a link with every field, and reads it back', async () => {
  const slug = freshSlug();
  const dealId = newId();
  const expiresAt = new Date('2090-01-01T00:00:00.000Z');

  const link = await create({ slug, title: 'Launch', campaign: 'spring', tags: ['a', 'b'], dealId, expiresAt });

  expect(link).toMatchObject({
    shortId: slug,
    shortUrl: `${ORIGIN}/${slug}`,
    url: 'https://example.com/page',
    targetHost: 'example.com',
    kind: 'url',
    title: 'Launch',
    campaign: 'spring',
    tags: ['a', 'b'],
    dealId,
    expiresAt,
    clicks: 0,
    isActive: true,
    isFlagged: false,
    ownerId: user.userId,
    version: 1,
    access: { role: 'owner', canEdit: true, teamIds: [], redacted: [] },
  });
  expect(await service.links(user).getShortLink({ linkId: link.id })).toEqual({ link });
});

test('a link of another user is not found when changing, deleting or reading statistics', async () => {
  const { id: linkId } = await create();
  const links = service.links(stranger);
  const refused = { kind: 'not_found', code: 'NOT_FOUND' };

  await expect(links.getShortLink({ linkId })).rejects.toMatchObject(refused);
  await expect(links.updateShortLink({ linkId, updateMask: ['title'], tags: [], title: 'X' })).rejects.toMatchObject(
    refused,
  );
  await expect(links.deleteShortLink({ linkId })).rejects.toMatchObject(refused);
  await expect(links.getShortLinkStats({ linkId, interval: '' })).rejects.toMatchObject(refused);
  expect((await service.links(user).getShortLink({ linkId })).link?.version).toBe(1);
});

test.each([
  [{ url: 'http://10.0.0.1/' }, 'invalid_target_url'],
  [{ slug: 'a b' }, 'invalid_slug'],
  [{ slug: 'Billing' }, 'reserved_slug'],
  [{ expiresAt: new Date('2020-01-01T00:00:00Z') }, 'VALIDATION_ERROR'],
])('a new link with %j is refused', async (fields, code) => {
  await expect(create(fields)).rejects.toMatchObject({ code });
});

test('a slug that differs only in case is taken, even by another user', async () => {
  const slug = `Case-${freshSlug()}`;
  await create({ slug });

  await expect(create({ slug: slug.toUpperCase() }, stranger)).rejects.toMatchObject({
    kind: 'conflict',
    code: 'slug_taken',
  });
});

test('a change sets the fields in its mask, clears with null, and increments the version only when something changed', async () => {
  const links = service.links(user);
  const { id: linkId } = await create({ title: 'Old', campaign: 'spring', tags: ['a'] });

  const { link: changed } = await links.updateShortLink({
    linkId,
    updateMask: ['title', 'url', 'expires_at'],
    url: 'https://example.com/new',
    tags: ['ignored'],
    expiresAt: new Date('2090-01-01T00:00:00.000Z'),
  });
  const { link: same } = await links.updateShortLink({ linkId, updateMask: ['tags'], tags: ['a'] });

  expect(changed).toMatchObject({
    title: null,
    url: 'https://example.com/new',
    campaign: 'spring',
    tags: ['a'],
    version: 2,
  });
  expect(same).toEqual(changed);
});

test.each([
  ['the target cleared', { updateMask: ['url'] }, 'VALIDATION_ERROR'],
  ['the switch cleared', { updateMask: ['is_active'] }, 'VALIDATION_ERROR'],
  ['a private target', { updateMask: ['url'], url: 'http://localhost/' }, 'invalid_target_url'],
  ['an expiry that has passed', { updateMask: ['expires_at'], expiresAt: new Date(0) }, 'VALIDATION_ERROR'],
  ['an older version', { updateMask: ['title'], title: 'X', expectedVersion: 9 }, 'VERSION_CONFLICT'],
])('a change with %s is refused', async (_, change, code) => {
  const { id: linkId } = await create();

  await expect(service.links(user).updateShortLink({ linkId, tags: [], ...change })).rejects.toMatchObject({ code });
});

test('an expired link can be changed without naming a new expiry', async () => {
  const { id: linkId } = await create({ expiresAt: new Date('2090-01-01T00:00:00Z') });
  await service.pool.query(`update shortener.links set expires_at = '2020-01-01' where id = $1`, [linkId]);

  const { link } = await service.links(user).updateShortLink({
    linkId,
    updateMask: ['title', 'expires_at'],
    title: 'Still here',
    tags: [],
    expiresAt: new Date('2020-01-01T00:00:00Z'),
  });

  expect(link?.title).toBe('Still here');
});

test('a deleted link disappears from lists and reads, and cannot be deleted again', async () => {
  const owner = testUser();
  const links = service.links(owner);
  const { id: linkId } = await create({}, owner);

  await expect(links.deleteShortLink({ linkId, expectedVersion: 7 })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
  });
  await links.deleteShortLink({ linkId, expectedVersion: 1 });

  await expect(links.getShortLink({ linkId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(links.deleteShortLink({ linkId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await list({}, owner)).toEqual([]);
});

test('a list is filtered, searched, ordered and paged', async () => {
  const owner = testUser();
  const dealId = newId();
  const [a, b, c] = [
    (await create({ campaign: 'spring', tags: ['x'], title: 'Straße 100%' }, owner)).shortId,
    (await create({ campaign: 'summer', tags: ['x', 'y'], dealId, url: 'https://shop.example.com/Path_1' }, owner))
      .shortId,
    (await create({ title: 'Third' }, owner)).shortId,
  ];
  await service.pool.query(
    `insert into shortener.link_totals (link_id, clicks, bots) select id, 5, 0 from shortener.links where short_id = $1`,
    [b],
  );

  expect(await list({}, owner)).toEqual([c, b, a]);
  expect(await list({ sort: 'createdAt' }, owner)).toEqual([a, b, c]);
  expect((await list({ sort: '-clicks' }, owner))[0]).toBe(b);
  expect((await list({ sort: 'clicks' }, owner)).at(-1)).toBe(b);
  expect(await list({ pageSize: 1, skip: 1 }, owner)).toEqual([b]);
  expect(await list({ campaign: 'SPRING' }, owner)).toEqual([a]);
  expect(await list({ tag: 'X' }, owner)).toEqual([b, a]);
  expect(await list({ dealId }, owner)).toEqual([b]);
  expect(await list({ kind: 'photo' }, owner)).toEqual([]);
  expect(await list({ query: 'SHOP.example' }, owner)).toEqual([b]);
  expect(await list({ query: '100%' }, owner)).toEqual([a]);
  expect(await list({ query: 'path_1' }, owner)).toEqual([b]);
  expect(await list({ query: '_' }, owner)).toEqual([b]);
  expect(await list({ query: 'summer' }, owner)).toEqual([b]);
  expect(await list({ query: c.toUpperCase() }, owner)).toEqual([c]);
  expect((await service.links(owner).listShortLinks({ ...LIST, pageSize: 1 })).totalSize).toBe(3);
  await expect(list({ sort: 'color' }, owner)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(list({ scope: 'all' }, owner)).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('with an idempotency key a repeated creation returns the same link, and another input is refused', async () => {
  const links = service.links(user, { idempotencyKey: newId(), operation: 'short_links.create' });
  const request = newLink({ title: 'Once' });

  const [first, second] = [await links.createShortLink(request), await links.createShortLink(request)];

  expect(second).toEqual(first);
  await expect(links.createShortLink(newLink({ title: 'Other' }))).rejects.toMatchObject({ kind: 'key_reused' });
});

test('statistics of a link without clicks are empty, and their range is checked', async () => {
  const { id: linkId } = await create();
  const links = service.links(user);

  expect(
    await links.getShortLinkStats({ linkId, interval: 'hour', from: '2026-01-01', to: '2026-01-02' }),
  ).toMatchObject({
    clicks: 0,
    uniqueVisitors: 0,
    bots: 0,
    referrers: [],
  });
  await expect(links.getShortLinkStats({ linkId, interval: 'week' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});
