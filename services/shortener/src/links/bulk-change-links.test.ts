import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { ShortLinkAdministrationService } from '@svc/proto/shortener/v1/short_link_administration_service';
import type { BulkChangeShortLinksRequest, ShortLink } from '@svc/proto/shortener/v1/short_link_service';
import { v7 as newId } from 'uuid';
import { agentWith, type ShortenerService, startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;

beforeAll(async () => {
  service = await startShortener();
});

afterAll(() => service?.stop());

async function create(as: UserPrincipal, tags: string[] = []): Promise<ShortLink> {
  const { link } = await service.links(as).createShortLink({ url: 'https://example.com/page', tags, reuse: false });
  return link!;
}

const read = async (as: UserPrincipal, linkId: string) => (await service.links(as).getShortLink({ linkId })).link;

async function bulk(as: UserPrincipal, ids: string[], action: Omit<BulkChangeShortLinksRequest, 'ids'>) {
  const { results } = await service.links(as).bulkChangeShortLinks({ ids, ...action });
  return results.map(({ code, outcome }) => code ?? outcome);
}

test('many links are disabled; results name those that are unknown, not owned or already disabled', async () => {
  const [user, stranger] = [testUser(), testUser()];
  const [one, other, foreign] = [await create(user), await create(user), await create(stranger)];
  const ids = [newId(), one.id, foreign.id, other.id];
  await bulk(user, [other.id], { kind: 'active', isActive: false });

  const results = await bulk(user, ids, { kind: 'active', isActive: false });

  expect(results).toEqual(['NOT_FOUND', 'done', 'NOT_FOUND', 'unchanged']);
  expect(await read(user, one.id)).toMatchObject({ isActive: false, version: 2 });
  expect(await read(user, other.id)).toMatchObject({ isActive: false, version: 2 });
  expect(await read(stranger, foreign.id)).toMatchObject({ isActive: true, version: 1 });
});

test('links disabled by an administrator stay disabled, and the others are enabled', async () => {
  const user = testUser();
  const [one, off] = [await create(user), await create(user)];
  await bulk(user, [one.id, off.id], { kind: 'active', isActive: false });
  const administration = service.as(testUser({ role: 'admin' }), ShortLinkAdministrationService);
  await administration.switchShortLink({ shortId: off.shortId, disabled: true });

  expect(await bulk(user, [one.id, off.id], { kind: 'active', isActive: true })).toEqual(['done', 'FORBIDDEN']);

  expect(await read(user, one.id)).toMatchObject({ isActive: true });
});

test('a tag is added to and removed from links, ignoring case, and links are deleted', async () => {
  const user = testUser();
  const [plain, tagged] = [await create(user), await create(user, ['Été'])];
  const ids = [plain.id, tagged.id];

  expect(await bulk(user, ids, { kind: 'addTag', tag: 'ete' })).toEqual(['done', 'unchanged']);
  expect(await read(user, plain.id)).toMatchObject({ tags: ['ete'], version: 2 });
  expect(await bulk(user, ids, { kind: 'removeTag', tag: 'ETE' })).toEqual(['done', 'done']);
  expect(await read(user, tagged.id)).toMatchObject({ tags: [] });
  expect(await bulk(user, ids, { kind: 'delete' })).toEqual(['done', 'done']);
  expect(await bulk(user, ids, { kind: 'delete' })).toEqual(['NOT_FOUND', 'NOT_FOUND']);
});

test('an unsupported action is refused as a whole, and agents may use none', async () => {
  const user = testUser();
  const refused = (path: string) => ({ kind: 'invalid_input', details: [{ path }] });
  const tooMany = Array.from({ length: 501 }, () => newId());

  await expect(bulk(user, [newId()], { kind: 'active' })).rejects.toMatchObject(refused('action.isActive'));
  await expect(bulk(user, [newId()], { kind: 'addTag' })).rejects.toMatchObject(refused('action.tag'));
  await expect(bulk(user, [newId()], { kind: 'explode' })).rejects.toMatchObject(refused('action.kind'));
  await expect(bulk(user, tooMany, { kind: 'delete' })).rejects.toMatchObject(refused('ids'));
  await expect(bulk(agentWith(), [newId()], { kind: 'delete' })).rejects.toMatchObject({ kind: 'forbidden' });
});
