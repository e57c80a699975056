import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { planOf } from '@svc/chassis/testing/query-plan';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { deleteUnnamedBlob, listNamedBlobs } from './images/blob-repo.js';
import { listProofs, listProofsOfVideos } from './proofs/proof-repo.js';
import { deleteScreenshotsOf, unlinkDeals, unlinkVideos } from './purges/purge-repo.js';
import { listSeenScreenshots, type ScreenshotFilter } from './screenshots/screenshot-list-repo.js';
import { releaseForgottenUploads } from './screenshots/screenshot-repo.js';
import { listRankedScreenshots } from './screenshots/screenshot-search-repo.js';
import { listSharedScreenshots } from './shared-screenshots/shared-screenshot-repo.js';
import { type ScreenshotService, startScreenshot } from './testing/screenshot-service.js';
import { deleteEnded, expireReservations } from './upkeep/screenshot-upkeep-repo.js';

const ALL: ScreenshotFilter = {
  scope: 'mine',
  dealId: null,
  videoId: null,
  platform: null,
  status: null,
  from: null,
  before: null,
  query: null,
};
const PAGE = { limit: 50, offset: 0 };
const teamId = newId();
const user = testUser({ teams: [{ id: teamId, role: 'member' }] });

let service: ScreenshotService;

/** 20,000 screenshots of 50 owners, 2,000 videos and 200 deals; 3,000 are the user's, and 100 are shared with the user's team. */
beforeAll(async () => {
  service = await startScreenshot();
  const { pool } = service;
  await pool.query(
    `insert into screenshot.image_blobs (sha256, bytes, content_type, width, height, frames, has_location)
     select encode(sha256(n::text::bytea), 'hex'), 1000, 'image/png', 8, 8, 1, false from generate_series(1, 10000) as n`,
  );
  await pool.query(
    `insert into screenshot.screenshots
            (id, owner_id, short_id, status, blob_sha256, deal_id, video_id, canonical_key, expires_at, ended_at, created_at)
     select gen_random_uuid(), case when n <= 3000 then $1::uuid else md5('owner' || n % 50)::uuid end,
            lpad(translate(n::text, '0', 'a'), 12, 'z'),
            case when n % 100 = 0 then 'pending' when n % 100 = 1 then 'expired' else 'uploaded' end,
            case when n % 100 > 1 then encode(sha256((n % 10000 + 1)::text::bytea), 'hex') end,
            md5('deal' || n % 200)::uuid, md5('video' || n % 2000)::uuid, 'youtube:abcdef' || lpad((n % 2000)::text, 5, '0'),
            case when n % 100 = 0 then now() + interval '1 day' end, case when n % 100 = 1 then now() end,
            now() - n * interval '1 minute'
       from generate_series(1, 20000) as n`,
    [user.userId],
  );
  await pool.query(
    `insert into screenshot.screenshot_shares (id, screenshot_id, team_id, shared_by)
     select gen_random_uuid(), id, $1, owner_id from screenshot.screenshots where owner_id <> $2 limit 100`,
    [teamId, user.userId],
  );
  await pool.query('vacuum analyze screenshot.screenshots, screenshot.image_blobs, screenshot.screenshot_shares');
});

afterAll(() => service?.stop());

test('lists own screenshots by index, without sorting', async () => {
  const plan = await planOf(service.pool, (db) => listSeenScreenshots(db, user, ALL, PAGE));

  expect(plan).toContain('screenshots_of_owner');
  expect(plan).not.toMatch(/Sort Key: shot|Seq Scan on screenshots/);
});

test.each<[string, Partial<ScreenshotFilter>, string]>([
  ['shared with the user', { scope: 'mine-and-shared' }, 'screenshots_pkey'],
  ['of a video', { scope: 'mine-and-shared', videoId: newId() }, 'screenshots_of_video'],
  ['of a deal', { scope: 'mine-and-shared', dealId: newId() }, 'screenshots_of_deal'],
])('lists screenshots %s through an index', async (_what, filter, index) => {
  const plan = await planOf(service.pool, (db) => listSeenScreenshots(db, user, { ...ALL, ...filter }, PAGE));

  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on screenshots');
});

test.each<[string, (db: Db) => Promise<unknown>, string]>([
  ['for view logs', (db) => listProofs(db, user, [newId(), newId()]), 'screenshots_pkey'],
  ['for videos', (db) => listProofsOfVideos(db, user, [newId(), newId()], 5), 'screenshots_of_video'],
  [
    'of a share page',
    (db) => listSharedScreenshots(db, { ownerId: user.userId, videoIds: [newId(), newId()] }, PAGE),
    'screenshots_of_video',
  ],
  ['of a removed deal', (db) => unlinkDeals(db as Tx, [newId()], 50), 'screenshots_of_deal'],
  ['of a removed video', (db) => unlinkVideos(db as Tx, [newId()], 50), 'screenshots_of_video'],
  ['of a removed account', (db) => deleteScreenshotsOf(db as Tx, newId(), 50), 'screenshots_of_owner'],
  ['that expire', expireReservations, 'screenshots_expiring'],
  ['that ended long ago', (db) => deleteEnded(db, 30), 'screenshots_ended'],
  ['whose upload was abandoned', (db) => releaseForgottenUploads(db, 300_000), 'screenshots_claimed'],
  ['that use images', (db) => listNamedBlobs(db, ['a'.repeat(64)]), 'screenshots_of_blob'],
  ['that would keep an image', (db) => deleteUnnamedBlob(db as Tx, 'a'.repeat(64), new Date()), 'screenshots_of_blob'],
])('finds screenshots %s through an index', async (_what, work, index) => {
  const plan = await planOf(service.pool, work);

  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (screenshots|image_blobs)/);
});

test.each(['mine', 'mine-and-shared'] as const)(
  'a search by the URL of a video finds its screenshots through an index (%s)',
  async (scope) => {
    const wanted = { query: 'https://youtu.be/abcdef00042', scope, limit: 20 };
    const plan = await planOf(service.pool, (db) => listRankedScreenshots(db, user, wanted));

    expect(plan).toContain('screenshots_of_page');
    expect(plan).not.toContain('Seq Scan on screenshots');
  },
);
