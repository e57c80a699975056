import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findBreaches } from './migration-rules.ts';
import { ROOT } from '../stack/paths.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Applied by everybody before there was a release, and not to be edited since. */
const BEFORE_RELEASES = ['services/deal/migrations/0014_activity_by_month.sql'];

const migrations = globSync('services/*/migrations/*.sql', { cwd: ROOT }).filter(
  (file) => !BEFORE_RELEASES.includes(file),
);

test.each(migrations)('versions before it go on with %s', async (file) => {
  expect(await findBreaches(readFileSync(join(ROOT, file), 'utf8'), version)).toEqual([]);
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
  'alter table deal add column id bigint generated always as identity primary key',
  'alter table deal alter column price drop not null',
  'drop index deal_of_owner; alter index a rename to b',
  'create table offer (id int not null, a int); alter table offer alter column a set not null',
  '-- unused since 1.4.0\nalter table deal drop column price',
  '-- Nobody reads it.\n-- unused since 0.9.12\ndrop table deal',
])('is accepted: %s', async (sql) => {
  expect(await findBreaches(`${sql};\n`, '1.4.0')).toEqual([]);
});

test.each(['1.4.1', '1.10.0', '2.0.0'])('a release that is not out excuses nothing: %s', async (release) => {
  const sql = `-- unused since ${release}\nalter table deal drop column price;`;

  expect(await findBreaches(sql, '1.4.0')).toHaveLength(1);
});

test('the comment excuses its own statement alone', async () => {
  const sql = '-- unused since 1.0.0\ndrop table a;\ndrop table b;';

  expect(await findBreaches(sql, '1.4.0')).toEqual([{ line: 3, what: 'drops a table' }]);
});
