import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { planOf } from '@svc/chassis/testing/query-plan';
import { testUser } from '@svc/chassis/testing/test-service';
import { listShares } from '@svc/records/sharing/share-repo';
import { v7 as newId } from 'uuid';
import { findSeenLink, LINK_LIST, listAgentLinks, listSeenLinks } from './links/link-list-repo.js';
import { findLinkByShortId, findReusable } from './links/link-repo.js';
import { deleteEndedSources, deleteSourcesOfOwner, findLinkIdOf } from './photos/photo-source-repo.js';
import { deleteLinksOfOwner } from './purges/purge-repo.js';
import { findLinkRecord } from './redirects/link-record-repo.js';
import { listReports } from './reports/report-repo.js';
import { LINK_SHARES } from './shares/share-tables.js';
import { type ShortenerService, startShortener } from './testing/shortener-service.js';

let service: ShortenerService;
const teamId = newId();
const owner = testUser();
const member = testUser({ teams: [{ id: teamId, role: 'member' }] });
const agent = { userId: owner.userId, clientId: newId() };

/** 100 owners with 150 links each, and one with 3 000, most of them of one agent; 40 links shared with the team. */
beforeAll(async () => {
  service = await startShortener();
  const { pool } = service;
  await pool.query(
    `insert into shortener.links (id, short_id, kind, owner_id, client_id, target_url, created_at)
     select gen_random_uuid(), 'link-' || n, 'url',
            case when n <= 3000 then $1::uuid else md5((n % 100)::text)::uuid end,
            case when n <= 2000 then $2 end,
            'https://example.com/' || n, now() - n * interval '1 minute'
       from generate_series(1, 18000) as n`,
    [owner.userId, agent.clientId],
  );
  await pool.query(`insert into shortener.link_totals (link_id, clicks, bots) select id, 1, 0 from shortener.links`);
  await pool.query(
    `insert into shortener.link_shares (id, link_id, team_id, shared_by)
     select gen_random_uuid(), id, case when row_number() over () <= 40 then $1::uuid else gen_random_uuid() end, owner_id
       from (select id, owner_id from shortener.links where owner_id <> $2 order by id limit 2000) as others`,
    [teamId, owner.userId],
  );
  await pool.query(
    `insert into shortener.link_reports (id, link_id, reason, status)
     select gen_random_uuid(), id, 'Spam', case when row_number() over () % 5 = 0 then 'open' else 'dismissed' end
       from shortener.links limit 5000`,
  );
  await pool.query(
    `insert into shortener.photo_sources (owner_id, screenshot_id, link_id, ended_at)
     select owner_id, gen_random_uuid(), id, case when row_number() over () % 50 = 0 then now() end from shortener.links`,
  );
  await pool.query(
    `vacuum analyze shortener.links, shortener.link_totals, shortener.link_photos, shortener.photo_sources, shortener.link_shares,
                    shortener.link_reports`,
  );
});

afterAll(() => service?.stop());

const NO_FILTER = { scope: 'mine' as const, query: null, kind: null, campaign: null, tag: null, dealId: null };
const PAGE = { limit: 50, offset: 0 };
const NEWEST = sortedPageOf(LINK_LIST, { pageSize: 50, skip: 0 }, null);

const STATEMENTS: [string, string, (db: Db) => Promise<unknown>][] = [
  ['open a link', 'links_short_id', (db) => findLinkRecord(db, 'link-17')],
  ['find a link by its short id', 'links_short_id', (db) => findLinkByShortId(db, 'Link-17')],
  ['find a link that a user sees', 'links_pkey', (db) => findSeenLink(db, member, newId())],
  ['list one’s newest links', 'links_of_owner', (db) => listSeenLinks(db, owner, NO_FILTER, NEWEST)],
  [
    'list own and shared short links',
    'links_of_owner',
    (db) => listSeenLinks(db, member, { ...NO_FILTER, scope: 'mine-and-shared' }, NEWEST),
  ],
  ['list the links of an agent', 'links_of_agent', (db) => listAgentLinks(db, agent, PAGE)],
  [
    'reuse a link',
    'links_of_target',
    (db) => findReusable(db as Tx, { ownerId: owner.userId, clientId: null }, 'https://example.com/17', null),
  ],
  ['list what a team sees', 'link_shares_of_team', (db) => listShares(db, { short_link: LINK_SHARES }, teamId, PAGE)],
  ['list open reports', 'link_reports_of_status', (db) => listReports(db, 'open', PAGE)],
  ['find the link of a screenshot', 'photo_sources_pkey', (db) => findLinkIdOf(db, source)],
  ['forget ended screenshots', 'photo_sources_ended', (db) => deleteEndedSources(db, 500)],
  ['purge the screenshots of an account', 'photo_sources_pkey', (db) => deleteSourcesOfOwner(db as Tx, md5Owner, 500)],
  ['purge an account', 'links_of_owner', (db) => deleteLinksOfOwner(db as Tx, md5Owner, 500)],
];

const source = { ownerId: owner.userId, screenshotId: newId() };

/** One of the owners with 150 links: md5 of `1`. */
const md5Owner = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';

test.each(STATEMENTS)('to %s, the database uses %s and does not scan the links', async (_, index, work) => {
  const plan = await planOf(service.pool, work);

  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (links|photo_sources)/);
});

test('an owner’s newest links, and an agent’s, are read in index order, not sorted', async () => {
  const ofOwner = await planOf(service.pool, (db) => listSeenLinks(db, owner, NO_FILTER, NEWEST));
  const ofAgent = await planOf(service.pool, (db) => listAgentLinks(db, agent, PAGE));

  expect(ofOwner).not.toMatch(/Sort Key: l\./);
  expect(ofAgent).not.toMatch(/Sort Key: l\./);
});

test('an owner’s links by title are read in index order, in both directions', async () => {
  for (const sort of ['title', '-title']) {
    const page = sortedPageOf(LINK_LIST, { pageSize: 50, skip: 0, sort }, null);
    const plan = await planOf(service.pool, (db) => listSeenLinks(db, owner, NO_FILTER, page));

    expect(plan).toContain('links_by_title');
    expect(plan).not.toMatch(/Sort Key: [^\n]*\n *-> +(Index|Bitmap|Nested|Hash|Seq)/);
  }
});
