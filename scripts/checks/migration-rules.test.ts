import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stack/paths.ts';
import { findBreaches } from './migration-rules.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Violations in migrations that were applied everywhere before the first release and can no longer be edited. */
const BEFORE_RELEASES: Readonly<Record<string, string[]>> = {
  'services/deal/migrations/0005_contacts.sql': [
    'adds a constraint without "not valid"',
    'adds a constraint without "not valid"',
    'builds the index deals_contact under a lock',
    'builds the index deals_influencer under a lock',
  ],
  'services/deal/migrations/0009_team_share_ids.sql': [
    'computes id for all rows',
    'builds the index deal_team_shares_id under a lock',
  ],
  'services/deal/migrations/0014_activity_by_month.sql': [
    'renames a table',
    'builds the index of a constraint under a lock',
  ],
  'services/identity/migrations/0005_invitations.sql': ['builds the index memberships_of_team under a lock'],
  'services/identity/migrations/0009_invitation_secrets.sql': [
    'indexes all rows by secret_hash',
    'checks all rows by secret_hash',
    'builds the index invitations_expired under a lock',
  ],
  'services/identity/migrations/0010_agent_actors.sql': ['checks all rows by actor_id', 'checks all rows by channel'],
  'services/identity/migrations/0013_approval_diffs.sql': ['adds agent_approvals_diff_check without "not valid"'],
  'services/screenshot/migrations/0003_adapter_captures.sql': [
    'adds capture_jobs_grant_kind_check without "not valid"',
  ],
  'services/shortener/migrations/0007_click_tables.sql': ['builds the index of a constraint under a lock'],
  'services/shortener/migrations/0009_click_rollups.sql': ['builds the index click_quarter_hour_time under a lock'],
};

const migrations = globSync('services/*/migrations/*.sql', { cwd: ROOT });

test.each(migrations)('earlier versions keep working with %s', async (file) => {
  const breaches = await findBreaches(readFileSync(join(ROOT, file), 'utf8'), version);

  expect(breaches.map(({ what }) => what)).toEqual(BEFORE_RELEASES[file] ?? []);
});

test.each([
  ['drop table deal', 'drops a table'],
  ['drop view a', 'drops a view'],
  ['alter table deal drop column "promoCode"', 'drops the column promoCode'],
  ['alter table deal rename column a to b', 'renames a column'],
  ['alter table deal rename to offer', 'renames a table'],
  ['alter table deal alter column price type numeric(12, 2)', 'retypes the column price'],
  ['alter table deal alter column price set not null', 'requires the column price'],
  ['alter table deal add column a int, add column b int not null', 'requires the new column b'],
  ['alter table deal add column a text generated always as (lower(b)) stored', 'computes a for all rows'],
  ['alter table deal add column a uuid default gen_random_uuid()', 'computes a for all rows'],
  ['alter table deal add column a int default other.now()', 'computes a for all rows'],
  ['alter table deal add column a bigserial', 'numbers all rows in a'],
  ['alter table deal add column a bigint generated always as identity', 'numbers all rows in a'],
  ['alter table deal add column a int check (a > 0)', 'checks all rows by a'],
  ['alter table deal add column a int unique', 'indexes all rows by a'],
  ['create unique index deal_name on deal (name)', 'builds the index deal_name under a lock'],
  ['create index deal_name on only deal (name)', 'builds the index deal_name under a lock'],
  [
    'create index deal_name on only deal (name); alter index deal_brand attach partition deal_1_brand',
    'builds the index deal_name under a lock',
  ],
  ['alter table deal add constraint positive check (a > 0)', 'adds positive without "not valid"'],
  ['alter table deal add constraint of foreign key (a) references other', 'adds of without "not valid"'],
  ['alter table deal add foreign key (a) references other', 'adds a constraint without "not valid"'],
  ["do $$ begin execute 'alter table deal rename to offer'; end $$", 'drops, renames, retypes or requires in a block'],
  ['alter table deal add constraint deal_name unique (name)', 'builds the index of deal_name under a lock'],
  [
    'alter table deal add constraint a check (b > 0) not valid, validate constraint a',
    'validates a in the transaction that adds it',
  ],
  ["do $$ begin execute 'create index a on deal (b)'; end $$", 'rewrites or indexes in a block'],
  [
    "do $$ begin execute 'alter table deal alter column a set not null'; end $$",
    'drops, renames, retypes or requires in a block',
  ],
])('is refused: %s', async (sql, what) => {
  const breaches = await findBreaches(
    `-- Préparé: é counts two bytes.\ncreate table other (id int);\n${sql};\n`,
    '1.4.0',
  );

  expect(breaches).toEqual([{ line: 3, what }]);
});

test.each([
  'alter table deal add column a int, add column b int not null default 0',
  'create table offer (a int); alter table offer add column id bigint generated always as identity primary key',
  "alter table deal add column a timestamptz not null default now() + interval '14 days', add column b text[] default '{}'::text[]",
  'alter table deal alter column a set default gen_random_uuid()',
  'create table offer (id int); create index offer_id on offer (id); alter table offer add unique (id)',
  "do $$ begin execute format('alter index %I rename to %I', 'a', 'b'); end $$",
  'create index concurrently deal_name on deal (name)',
  'create index deal_name on only deal (name); alter index deal_name attach partition deal_1_name',
  'alter table deal add constraint positive check (a > 0) not valid',
  'alter table deal validate constraint positive',
  '-- no transaction\nalter table deal add constraint a check (b > 0) not valid;\nalter table deal validate constraint a',
  'alter table deal add constraint deal_name unique using index deal_name',
  'alter table deal alter column price drop not null',
  'drop index deal_of_owner; alter index a rename to b',
  'create table offer (id int not null, a int); alter table offer alter column a set not null',
  '-- unused since 1.4.0\nalter table deal drop column price',
  '-- Unread.\n-- unused since 0.9.12\ndrop table deal',
])('is accepted: %s', async (sql) => {
  expect(await findBreaches(`${sql};\n`, '1.4.0')).toEqual([]);
});

test.each(['1.4.1', '1.10.0', '2.0.0'])('an unreleased version does not exempt a statement: %s', async (release) => {
  const sql = `-- unused since ${release}\nalter table deal drop column price;`;

  expect(await findBreaches(sql, '1.4.0')).toHaveLength(1);
});

test('the comment exempts only its own statement', async () => {
  const sql = '-- unused since 1.0.0\ndrop table a;\ndrop table b;';

  expect(await findBreaches(sql, '1.4.0')).toEqual([{ line: 3, what: 'drops a table' }]);
});
