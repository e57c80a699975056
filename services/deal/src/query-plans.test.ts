import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { PagePosition } from '@svc/chassis/grpc/page-token';
import { type SortedList, type SortedPage, sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { eventually } from '@svc/chassis/testing/eventually';
import { planOf } from '@svc/chassis/testing/query-plan';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import {
  type ActivityFilter,
  deleteActivityOfOwner,
  listActivitiesOfDeal,
  listActivitiesOfOwner,
} from './activity/activity-repo.js';
import { listNamedDeals } from './bulk-import/bulk-import-repo.js';
import { CONTACT_LIST, listContacts } from './contacts/contact-list-repo.js';
import { DEAL_LIST, type DealFilter, listDeals, listOwnedDeals } from './deals/deal-list-repo.js';
import { findDeal } from './deals/deal-repo.js';
import { listExternalShares } from './external-shares/external-share-repo.js';
import { listPaymentRows, listPaymentTotals, PAYMENT_LIST, type PaymentFilter } from './payments/payment-list-repo.js';
import { deleteOwnedRows, deleteVideosOfOwner } from './purges/purge-repo.js';
import { listTasks, TASK_LIST } from './tasks/task-repo.js';
import { ANY_DEAL } from './testing/any-deal.js';
import { type DealTestService, startDeal } from './testing/deal-service.js';
import { userIn } from './testing/records.js';
import { findViewLogTargets } from './video-directory/find-view-log-targets.js';
import { listDescribedVideos, listDueVideos } from './video-directory/video-directory-repo.js';
import { listVideosOfDeals, VIDEO_LIST } from './videos/video-list-repo.js';
import { listVideos } from './videos/video-repo.js';

let service: DealTestService;
const teamId = newId();
const owner = testUser();
const member = userIn({ [teamId]: 'member' });

const TABLES = [
  'tasks',
  'contacts',
  'deals',
  'deal_payments',
  'deal_videos',
  'deal_team_shares',
  'deal_activity',
  'deal_progress',
];

/** 100 owners with 150 deals each, and one with 3 000; each deal has a video and a payment due within a year; 40 deals are shared with the team. */
beforeAll(async () => {
  service = await startDeal();
  const { pool } = service;
  await pool.query(
    `insert into deal.deals (id, owner_id, name, status, promo_code, currency, view_check_days, created_at)
     select gen_random_uuid(), case when n <= 3000 then $1::uuid else md5((n % 100)::text)::uuid end,
            'Deal ' || md5(n::text), 'active', 'CODE' || n, 'USD', '{1,7}', now() - n * interval '1 minute'
       from generate_series(1, 18000) as n`,
    [owner.userId],
  );
  await pool.query(
    `insert into deal.deal_videos
            (id, deal_id, owner_id, url, original_url, canonical_key, platform, post_date, next_check_day, created_at)
     select gen_random_uuid(), id, owner_id, 'https://example.org', 'https://example.org', 'web:' || id, 'other',
            date '2026-01-01' + (row_number() over () % 365)::integer, 1, created_at
       from deal.deals`,
  );
  await pool.query(
    `insert into deal.deal_team_shares (deal_id, team_id, shared_by)
     select id, case when row_number() over () <= 40 then $1::uuid else gen_random_uuid() end, owner_id
       from (select id, owner_id from deal.deals where owner_id <> $2 order by id limit 2000) as others`,
    [teamId, owner.userId],
  );
  await pool.query(
    `insert into deal.deal_activity (id, owner_id, deal_id, deal_name, action, operation, user_id, actor_kind)
     select gen_random_uuid(), owner_id, id, name, 'deal.created', 'deals.create', owner_id, 'user' from deal.deals`,
  );
  await pool.query(
    `insert into deal.deal_payments (id, deal_id, owner_id, direction, amount, currency, status, reference, created_at)
     select gen_random_uuid(), id, owner_id, 'incoming', 10, 'USD', 'expected', 'INV-' || row_number() over (), created_at
       from deal.deals`,
  );
  await pool.query(
    `insert into deal.tasks (id, owner_id, title, status, priority, created_at)
     select gen_random_uuid(), owner_id, name, 'todo', 'normal', created_at from deal.deals`,
  );
  await pool.query(
    `insert into deal.contacts (id, owner_id, kind, name, currency, created_at)
     select gen_random_uuid(), owner_id, 'contact', name, 'USD', created_at from deal.deals`,
  );
  // While an older transaction is open, rows do not count as visible to all, and plans scan tables instead of indexes.
  await eventually(async () => {
    await pool.query(`vacuum analyze ${TABLES.map((table) => `deal.${table}`).join(', ')}`);
    const { rows } = await pool.query(
      `select relname from pg_class
        where relnamespace = 'deal'::regnamespace and relname = any ($1) and relallvisible < relpages`,
      [TABLES],
    );
    expect(rows).toEqual([]);
  });
});

afterAll(() => service?.stop());

const TODAY = '2026-01-20';
const ANY_VIDEO = {
  platform: null,
  due: null,
  dueOn: null,
  unresolved: null,
  query: null,
  contactId: null,
  influencerId: null,
};
const ANY_TASK = {
  status: null,
  priority: null,
  assigneeId: null,
  dealId: null,
  contactId: null,
  dueBefore: null,
  query: null,
};
const ANY_PAYMENT = {
  direction: null,
  status: null,
  overdue: null,
  contactId: null,
  influencerId: null,
  open: null,
  dueFrom: null,
  dueTo: null,
  paidFrom: null,
  paidBefore: null,
  currency: null,
  brand: null,
  query: null,
};
const PAGE = { limit: 50, offset: 0 };

const LISTS: [string, string, (db: Db) => Promise<unknown>][] = [
  ['one deal', 'deals_pkey', (db) => findDeal(db, owner, newId())],
  ['one deal of a team member', 'deals_pkey', (db) => findDeal(db, member, newId())],
  ['one’s newest deals', 'deals_newest', (db) => listSortedDeals(db, owner, {})],
  ['own and shared deals', 'deals_newest', (db) => listShared(db, member)],
  ['one’s due videos', 'deal_videos_by_due_date', (db) => listDueVideos(db, owner, 'mine', '2026-01-20', PAGE)],
  [
    'own and shared due videos',
    'deal_videos_by_due_date',
    (db) => listDueVideos(db, member, 'mine-and-shared', '2026-01-20', PAGE),
  ],
  ['videos of a deal', 'deal_videos_newest', (db) => listVideos(db, newId(), PAGE)],
  [
    'videos of all of one’s deals',
    'deal_videos_of_owner',
    (db) => listVideosOfDeals(db, owner, { ...ANY_VIDEO, scope: 'mine' }, '2026-01-20', sortedPage(VIDEO_LIST)),
  ],
  [
    'videos of own and shared deals',
    'deal_videos_of_owner',
    (db) =>
      listVideosOfDeals(db, member, { ...ANY_VIDEO, scope: 'mine-and-shared' }, '2026-01-20', sortedPage(VIDEO_LIST)),
  ],
  [
    'payments of all of one’s deals',
    'deal_payments_newest_of_owner',
    (db) => listPaymentRows(db, owner, { ...ANY_PAYMENT, scope: 'mine' }, '2026-01-20', sortedPage(PAYMENT_LIST)),
  ],
  [
    'payments of own and granted deals',
    'deal_payments_newest',
    (db) =>
      listPaymentRows(db, member, { ...ANY_PAYMENT, scope: 'mine-and-shared' }, '2026-01-20', sortedPage(PAYMENT_LIST)),
  ],
  [
    'payments that are due in a week',
    'deal_payments_by_due_date',
    (db) => listChosenPayments(db, { open: true, dueFrom: '2026-01-19', dueTo: '2026-01-25' }),
  ],
  [
    'payments that were paid in a week',
    'deal_payments_by_paid_at',
    (db) =>
      listChosenPayments(db, {
        paidFrom: new Date('2026-01-19T00:00:00Z'),
        paidBefore: new Date('2026-01-26T00:00:00Z'),
      }),
  ],
  ['payments of a brand', 'deals_by_brand', (db) => listChosenPayments(db, { brand: 'Acme' })],
  [
    'sums of own and granted payments',
    'deal_payments',
    (db) => listPaymentTotals(db, member, { ...ANY_PAYMENT, scope: 'mine-and-shared' }, '2026-01-20'),
  ],
  ['deals with names in an import', 'deals_by_name', (db) => listNamedDeals(db, owner.userId, ['Deal 1', 'Deal 2'])],
  ['described videos', 'deal_videos_pkey', (db) => listDescribedVideos(db, member, [newId(), newId()])],
  ['activity of a deal', 'deal_activity_default_of_deal', (db) => listActivitiesOfDeal(db, newId(), 'all', PAGE)],
  ['activity of an owner', 'deal_activity_default_of_owner', (db) => listOwnActivities(db, {})],
  [
    'activity of an owner in a week',
    'deal_activity_default_of_owner',
    (db) => listOwnActivities(db, { from: new Date('2026-01-19T00:00:00Z'), before: new Date('2026-01-26T00:00:00Z') }),
  ],
  ['activity of an agent', 'deal_activity_default_of_connection', (db) => listOwnActivities(db, { agent: newId() })],
  ['activity of the copilot', 'deal_activity_default_of_copilot', (db) => listOwnActivities(db, { agent: 'copilot' })],
  [
    'videos of an account that is purged',
    'deal_videos_canonical_key',
    (db) => deleteVideosOfOwner(asTx(db), newId(), 5),
  ],
  ['deals of an account that is purged', 'deals_newest', (db) => deleteOwnedRows(asTx(db), 'deals', newId(), 5)],
  [
    'activity of an account that is purged',
    'deal_activity_default_of_owner',
    (db) => deleteActivityOfOwner(asTx(db), newId(), 5),
  ],
];

/** Safe without a transaction, because explained statements change nothing. */
function asTx(db: Db): Tx {
  return db as Tx;
}

function listShared(db: Db, user: UserPrincipal) {
  return listSortedDeals(db, user, { scope: 'mine-and-shared' });
}

function listOwnActivities(db: Db, chosen: Partial<ActivityFilter>) {
  return listActivitiesOfOwner(db, owner.userId, { agent: null, from: null, before: null, ...chosen }, PAGE);
}

function listChosenPayments(db: Db, chosen: Partial<PaymentFilter>) {
  const filter = { ...ANY_PAYMENT, scope: 'mine' as const, ...chosen };
  return listPaymentRows(db, owner, filter, TODAY, sortedPage(PAYMENT_LIST));
}

function listSortedDeals(
  db: Db,
  user: UserPrincipal,
  chosen: Partial<DealFilter>,
  request: { sort?: string; pageToken?: string } = {},
) {
  const filter = { ...ANY_DEAL, scope: 'mine' as const, ...chosen };
  const page = sortedPageOf(DEAL_LIST, { pageSize: 50, skip: 0, ...request }, filter);
  return listDeals(db, user, filter, TODAY, page);
}

test.each(LISTS)('listing %s uses %s and scans no table', async (_, index, work) => {
  const plan = await planOf(service.pool, work);

  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on deal/);
});

test('the newest deals and the oldest due videos are read in index order, not sorted', async () => {
  const deals = await planOf(service.pool, (db) => listSortedDeals(db, owner, {}));
  const due = await planOf(service.pool, (db) => listDueVideos(db, owner, 'mine', '2026-12-31', PAGE));

  const videos = await planOf(service.pool, (db) =>
    listVideosOfDeals(db, owner, { ...ANY_VIDEO, scope: 'mine' }, '2026-12-31', sortedPage(VIDEO_LIST)),
  );

  expect(deals).not.toMatch(/Sort Key: d\./);
  expect(due).not.toMatch(/Sort Key: v\./);
  expect(videos).toMatch(/Limit[^\n]*\n *-> +Index [^\n]*deal_videos_of_owner/);
});

/** Lists that continue from a position far down. */
const CONTINUED: [string, string, (db: Db, after: PagePosition) => Promise<unknown>][] = [
  [
    'one’s due videos',
    'deal_videos_by_due_date',
    (db, after) => listDueVideos(db, owner, 'mine', '2026-12-31', PAGE, after),
  ],
  ['videos of a deal', 'deal_videos_newest', (db, after) => listVideos(db, newId(), PAGE, after)],
  ['deals that are exported', 'deals_newest', (db, after) => listOwnedDeals(db, owner.userId, null, after, 500)],
];

test.each(CONTINUED)('continuing %s enters %s at the position and sorts nothing', async (_, index, work) => {
  const plan = await planOf(service.pool, (db) => work(db, { at: '2026-06-01', id: newId() }));

  expect(plan).toMatch(new RegExp(`${index}[^\\n]*\\n *Index Cond: [^\\n]*ROW\\(`));
  expect(plan).not.toMatch(/Sort Key|Seq Scan on deal/);
});

test('a search of shared links reads only those of their owner', async () => {
  await service.pool.query(
    `insert into deal.external_shares (id, owner_id, entity_type, entity_id, token, visible_fields)
     select gen_random_uuid(), owner_id, 'deal', id, left(md5(id::text) || md5(name), 43), '{}' from deal.deals`,
  );
  await service.pool.query('analyze deal.external_shares');

  const filter = { entityId: null, query: '2718' };
  const plan = await planOf(service.pool, (db) => listExternalShares(db, newId(), filter, PAGE));

  expect(plan).toContain('external_shares_of_owner');
  expect(plan).not.toMatch(/Seq Scan on/);
});

test('a search finds a few payments among many through the indexes of their texts and of those of their deals', async () => {
  const plan = await planOf(service.pool, (db) => listChosenPayments(db, { query: 'INV-2718' }));
  const sums = await planOf(service.pool, (db) =>
    listPaymentTotals(db, owner, { ...ANY_PAYMENT, scope: 'mine', query: 'INV-2718' }, TODAY),
  );

  for (const each of [plan, sums]) {
    expect(each).toContain('deal_payments_search');
    expect(each).toContain('deals_search');
    expect(each).not.toMatch(/Seq Scan on deal/);
  }
});

test('a search finds a few deals among many through the index of their text', async () => {
  const deals = await planOf(service.pool, (db) => listSortedDeals(db, owner, { query: 'CODE2718' }));
  const targets = await planOf(service.pool, (db) =>
    findViewLogTargets(db, owner, 'mine', { query: 'CODE2718', brand: 'Acme' }).catch(() => null),
  );

  expect(deals).toContain('deals_search');
  expect(targets).toContain('deals_search');
  expect(targets).toContain('deals_by_brand');
});

function sortedPage(list: SortedList, request: { sort?: string; pageToken?: string } = {}) {
  return sortedPageOf(list, { pageSize: 50, skip: 0, ...request }, null);
}

type List = (db: Db, page: SortedPage) => Promise<unknown>;

const DEALS: List = (db, page) => listDeals(db, owner, { ...ANY_DEAL, scope: 'mine' }, TODAY, page);
const VIDEOS: List = (db, page) => listVideosOfDeals(db, owner, { ...ANY_VIDEO, scope: 'mine' }, TODAY, page);
const PAYMENTS: List = (db, page) => listPaymentRows(db, owner, { ...ANY_PAYMENT, scope: 'mine' }, TODAY, page);
const TASKS: List = (db, page) => listTasks(db, owner, { ...ANY_TASK, scope: 'mine' }, page);
const CONTACTS: List = (db, page) =>
  listContacts(db, owner, { kind: 'contact', visibility: 'mine', query: null }, page);

/** The index for each order of a list. */
const ORDERS: [SortedList, List, Record<string, string>][] = [
  [
    DEAL_LIST,
    DEALS,
    {
      createdAt: 'deals_newest',
      updatedAt: 'deals_by_change',
      name: 'deals_by_name',
      status: 'deals_by_status',
      brand: 'deals_by_brand',
      price: 'deals_by_price',
      postDate: 'deals_by_post_date',
      totalViews: 'deal_progress_by_views',
      progress: 'deal_progress_by_part',
      nextDue: 'deal_progress_by_due_date',
    },
  ],
  [
    VIDEO_LIST,
    VIDEOS,
    {
      createdAt: 'deal_videos_of_owner',
      title: 'deal_videos_by_title',
      platform: 'deal_videos_by_platform',
      postDate: 'deal_videos_by_post_date',
      latestValue: 'deal_videos_by_views',
      nextDueDate: 'deal_videos_by_due_date',
    },
  ],
  [
    PAYMENT_LIST,
    PAYMENTS,
    {
      createdAt: 'deal_payments_newest_of_owner',
      amount: 'deal_payments_by_amount',
      status: 'deal_payments_by_status',
      dueDate: 'deal_payments_by_due_date',
      paidAt: 'deal_payments_by_paid_at',
    },
  ],
  [
    TASK_LIST,
    TASKS,
    {
      createdAt: 'tasks_newest',
      title: 'tasks_by_title',
      status: 'tasks_by_status',
      priority: 'tasks_by_priority',
      dueDate: 'tasks_by_due_date',
    },
  ],
  [
    CONTACT_LIST,
    CONTACTS,
    {
      createdAt: 'contacts_newest',
      updatedAt: 'contacts_by_change',
      name: 'contacts_by_name',
      company: 'contacts_by_company',
      email: 'contacts_by_email',
    },
  ],
];

/** Matches plans that sort all rows of a table for a page instead of reading a few in index order; owners of the same person are always sorted. */
const SORTED_ROWS = /Sort Key: (?!other\.)[^\n]*\n *-> +(Index|Bitmap|Nested|Hash|Merge Join|Seq)|Seq Scan on /;
const SOME_VALUE = { text: 'a', integer: 1, decimal: 1, float: 1, date: '2026-01-01', instant: new Date(0) };

test.each(ORDERS)(
  'each order of $name has an index, which is read in both directions from any position',
  async (list, read, indexes) => {
    expect(Object.keys(indexes)).toEqual(Object.keys(list.keys));
    for (const [order, index] of Object.entries(indexes)) {
      for (const sort of [order, `-${order}`]) {
        const first = sortedPage(list, { sort });
        const pageToken = first.cursorOf(SOME_VALUE[first.sort.key.type], newId());
        for (const request of [{ sort }, { sort, pageToken }]) {
          const plan = await planOf(service.pool, (db) => read(db, sortedPage(list, request)));

          expect(plan).toContain(index);
          expect(plan).not.toMatch(SORTED_ROWS);
        }
      }
    }
  },
);
