import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { planOf } from '@svc/chassis/testing/query-plan';
import { v7 as newId } from 'uuid';
import { deleteRows, type RemovedBy } from './purges/purge-repo.js';
import { startViewcheck, type ViewcheckService } from './testing/viewcheck-service.js';
import { listDealViewLogs, listViewLogs } from './view-logs/view-log-repo.js';

let service: ViewcheckService;

const largeDeal = newId();

/** 20 000 view logs of 2 000 videos and 50 owners: 3 000 of them in one deal, the others in 200 deals. */
beforeAll(async () => {
  service = await startViewcheck();
  const { pool } = service;
  await pool.query(
    `insert into viewcheck.view_logs
            (id, owner_id, deal_id, video_id, value, checked_at, logged_by_id, logged_by_name, source)
     select gen_random_uuid(), md5('owner' || n % 50)::uuid,
            case when n <= 3000 then $1::uuid else md5('deal' || n % 200)::uuid end, md5('video' || n % 2000)::uuid,
            n, now() - n * interval '1 minute', md5('owner' || n % 50)::uuid, 'Ann', 'dashboard'
       from generate_series(1, 20000) as n`,
    [largeDeal],
  );
  await pool.query('vacuum analyze viewcheck.view_logs');
});

afterAll(() => service?.stop());

test('view logs of a deal continue after a position by their index, unsorted', async () => {
  const position = { at: new Date(Date.now() - 86_400_000).toISOString(), id: newId() };
  const page = { limit: 50, offset: 0 };

  const plan = await planOf(service.pool, (db) => listDealViewLogs(db, largeDeal, page, position));

  expect(plan).toMatch(/view_logs_of_deal[^\n]*\n *Index Cond: [^\n]*ROW\(/);
  expect(plan).not.toMatch(/Sort Key|Seq Scan on view_logs/);
});

test('the view logs of a report are found by their deal, latest first without sorting', async () => {
  const filter = {
    ownerId: newId(),
    sharedDealIds: [],
    dealId: largeDeal,
    videoId: null,
    viewLogIds: [],
    brandDealIds: null,
    search: null,
  };
  const range = { from: new Date(Date.now() - 2 * 86_400_000), before: new Date() };

  const plan = await planOf(service.pool, (db) => listViewLogs(db, { ...filter, ...range }, { limit: 200, offset: 0 }));

  expect(plan).toMatch(/view_logs_of_(deal|owner)/);
  expect(plan).not.toMatch(/Sort Key|Seq Scan on view_logs/);
});

test.each<[RemovedBy, string]>([
  ['deal_id', 'view_logs_of_deal'],
  ['video_id', 'view_logs_of_video'],
  ['owner_id', 'view_logs_of_owner'],
])('view logs removed by %s are found through %s', async (by, index) => {
  const removed = (db: Db) => deleteRows(db as Tx, 'view_logs', by, [newId(), newId()], 50);

  const plan = await planOf(service.pool, removed);

  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on view_logs');
});
