import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { planOf } from '@svc/chassis/testing/query-plan';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { type SearchRequest, SearchService } from '@svc/proto/search/v1/search_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, changeRequest } from '../testing/records.js';
import { listRankedDeals } from './deal-search-repo.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

async function search(user: UserPrincipal, query: string, request: Partial<SearchRequest> = {}) {
  const wanted = { query, scope: 'mine', types: ['deals'], limit: 20, ...request };
  const { results } = await service.call(user, SearchService).search(wanted);
  return results;
}

async function hits(user: UserPrincipal, query: string, request: Partial<SearchRequest> = {}) {
  const [result] = await search(user, query, request);
  return (result?.hits ?? []).map(({ title, score }) => [title, score]);
}

async function create(
  user: UserPrincipal,
  fields: { name: string; promoCode?: string; notes?: string; tags?: string[] },
) {
  const { deal } = await service
    .as(user)
    .deals.createDeal({ currency: 'EUR', tags: [], viewCheckDays: [1], ...fields });
  return deal!.id;
}

test('the best match is first: code, title, start of the title, a word, any text; then the latest change', async () => {
  const user = testUser();
  await create(user, { name: 'Midspring things' });
  await create(user, { name: 'The spring sale' });
  await create(user, { name: 'Spring launch' });
  await create(user, { name: 'SPRING' });
  await create(user, { name: 'Other', promoCode: 'Spring' });
  await create(user, { name: 'Nothing of it' });

  expect(await hits(user, 'spríng')).toEqual([
    ['SPRING', 0.8],
    ['Spring launch', 0.6],
    ['Other', 0.4],
    ['The spring sale', 0.4],
    ['Midspring things', 0.2],
  ]);
  expect((await hits(user, 'SPRING'))[0]).toEqual(['Other', 1]);
});

test('a deal with a video is found first by the URL or id of the video', async () => {
  const user = testUser();
  const dealId = await create(user, { name: 'Of the video' });
  await addVideo(service, user, dealId, { url: 'https://www.youtube.com/watch?v=abcdEFGH_51' });

  for (const query of ['https://youtu.be/abcdEFGH_51', 'abcdEFGH_51'])
    expect(await hits(user, query)).toEqual([['Of the video', 1]]);
  expect(await hits(testUser(), 'abcdEFGH_51')).toEqual([]);
});

test('own deals are found by id, and deals of others are not', async () => {
  const [user, stranger] = [testUser(), testUser()];
  const id = await create(user, { name: 'Found by id' });

  expect(await hits(user, id)).toEqual([['Found by id', 1]]);
  expect(await hits(stranger, id, { scope: 'mine-and-shared' })).toEqual([]);
});

test('a promo code finds its deal, also for a teammate, in any status', async () => {
  const teamId = newId();
  const owner = testUser({ teams: [{ id: teamId, role: 'owner' }] });
  const member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  const id = await create(owner, { name: 'Kiteline', promoCode: 'Kite25' });
  await create(owner, { name: 'KITE25' });
  await service.share(id, teamId);

  expect(await hits(member, 'KITE25', { scope: 'mine-and-shared' })).toEqual([['Kiteline', 1]]);
  await service.as(owner).deals.updateDeal(changeRequest(id, { status: 'completed' }));
  expect(await hits(owner, 'kite25')).toEqual([
    ['Kiteline', 1],
    ['KITE25', 0.8],
  ]);
});

test('shared deals are found only with the scope for them, without hidden fields, and with the caller’s access', async () => {
  const teamId = newId();
  const owner = testUser({ teams: [{ id: teamId, role: 'owner' }] });
  const member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  const id = await create(owner, { name: 'Shared launch', notes: 'A secret needle' });
  await service.share(id, teamId);

  expect(await hits(member, 'launch')).toEqual([]);
  const [result] = await search(member, 'launch', { scope: 'mine-and-shared' });
  expect(result).toMatchObject({
    totalSize: 1,
    hits: [{ id, url: `/deals/${id}`, access: { role: 'team-member', teamIds: [teamId], redacted: ['price'] } }],
  });
  expect(result?.hits[0]?.snippet).not.toContain('secret');
  expect(await hits(member, 'needle', { scope: 'mine-and-shared' })).toEqual([]);
  expect(await hits(owner, 'needle')).toEqual([['Shared launch', 0.2]]);
  expect(await hits(testUser(), 'launch', { scope: 'mine-and-shared' })).toEqual([]);
});

test('contacts and influencers are searched separately, and other users’ notes and revenue are neither searched nor shown', async () => {
  const teamId = newId();
  const owner = testUser({ teams: [{ id: teamId, role: 'owner' }] });
  const member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  const fields = { name: 'Maya Lind', email: 'maya@example.com', handles: [], tags: [], notes: 'Owes a favour' };
  const { contact } = await service.as(owner).contacts.createContact({ kind: 'contact', currency: 'EUR', ...fields });
  await service.pool.query(
    `insert into deal.contact_team_shares (id, contact_id, team_id, shared_by) values ($1, $2, $3, $4)`,
    [newId(), contact!.id, teamId, owner.userId],
  );
  const both = { types: ['contacts', 'influencers'], scope: 'mine-and-shared' };

  const results = await search(member, 'maya', both);

  expect(results.map(({ type, totalSize }) => [type, totalSize])).toEqual([
    ['contacts', 1],
    ['influencers', 0],
  ]);
  expect(results[0]?.hits[0]).toMatchObject({ title: 'Maya Lind', score: 0.6, snippet: 'maya@example.com' });
  expect((await search(member, 'favour', both)).map(({ totalSize }) => totalSize)).toEqual([0, 0]);
  expect((await search(owner, 'favour', both)).map(({ totalSize }) => totalSize)).toEqual([1, 0]);
});

test('special characters are literal, and a page has the requested length', async () => {
  const user = testUser();
  for (const name of ['100% sure', '100 sure', 'a_b', 'aXb']) await create(user, { name });

  expect(await hits(user, '100%')).toEqual([['100% sure', 0.6]]);
  expect(await hits(user, 'a_b')).toEqual([['a_b', 0.8]]);
  const [result] = await search(user, 'sure', { limit: 1 });
  expect([result?.hits.length, result?.totalSize]).toEqual([1, 2]);
});

test('an agent needs the scope to read, and other scopes are refused', async () => {
  await expect(search(testAgent({}, ['svc.write.low_risk']), 'x')).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await search(testAgent({}, ['svc.read']), 'x')).toHaveLength(1);
  await expect(search(testUser(), 'x', { scope: 'all' })).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('in many deals a rare text is found through its index, and a common one newest first', async () => {
  const user = testUser();
  await service.pool.query(
    `insert into deal.deals (id, owner_id, name, status, currency, view_check_days, created_at)
     select gen_random_uuid(), $1, 'Spring launch ' || n || ' ' || md5(n::text), 'draft', 'EUR', '{1}',
            now() - n * interval '1 minute'
       from generate_series(1, 8000) as n`,
    [user.userId],
  );
  await service.pool.query('analyze deal.deals');
  const plan = (query: string) =>
    planOf(service.pool, (db) => listRankedDeals(db, user, { query, scope: 'mine', limit: 20 }));

  expect(await plan('zebra crossing')).toContain('deals_search');
  expect(await plan('spring')).toContain('deals_newest');
  expect(await plan('spring')).not.toContain('Seq Scan on deals');
});
