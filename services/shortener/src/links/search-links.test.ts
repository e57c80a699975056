import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { v7 as newId } from 'uuid';
import { type ShortenerService, startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;

beforeAll(async () => {
  service = await startShortener();
});

afterAll(() => service?.stop());

async function search(user: UserPrincipal, query: string, scope = 'mine-and-shared') {
  const { results } = await service.as(user, SearchService).search({ query, scope, types: ['short_links'], limit: 20 });
  return results[0]!.hits;
}

async function insertLink(ownerId: string, shortId: string, title: string | null, targetUrl: string): Promise<string> {
  const id = newId();
  await service.pool.query(
    `insert into shortener.links (id, short_id, kind, owner_id, title, target_url) values ($1, $2, 'url', $3, $4, $5)`,
    [id, shortId, ownerId, title, targetUrl],
  );
  return id;
}

test('links are found by short id, title and target, only by those who can see them, and never deleted ones', async () => {
  const teamId = newId();
  const owner = testUser();
  const member = testUser({ teams: [{ id: teamId, role: 'admin' }] });
  const id = await insertLink(owner.userId, 'Launch-22', 'Campaign page', 'https://example.com/launch-22/page');
  await insertLink(owner.userId, 'other-one', null, 'https://example.com/campaign');
  const deleted = await insertLink(owner.userId, 'launch-23', 'Campaign page', 'https://example.com/');
  await service.pool.query('update shortener.links set deleted_at = now() where id = $1', [deleted]);

  const found = await search(owner, 'launch-22');
  expect(found).toMatchObject([
    { id, title: 'Campaign page', snippet: 'https://example.com/launch-22/page', url: `/links/${id}`, score: 1 },
  ]);
  expect((await search(owner, 'campaign')).map(({ title, score }) => [title, score])).toEqual([
    ['Campaign page', 0.6],
    ['other-one', 0.2],
  ]);
  expect(await search(member, 'launch-22')).toEqual([]);

  await service.pool.query(
    'insert into shortener.link_shares (id, link_id, team_id, shared_by) values ($1, $2, $3, $4)',
    [newId(), id, teamId, owner.userId],
  );
  expect(await search(member, 'launch-22')).toMatchObject([
    { id, access: { role: 'team-admin', redacted: ['dealId'] } },
  ]);
  expect(await search(member, 'launch-22', 'mine')).toEqual([]);
  expect(await search(testUser(), 'launch-22')).toEqual([]);
});
