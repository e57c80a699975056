import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import { testUser } from '@svc/chassis/testing/test-service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importContacts, previewImport } from './import-contacts.js';
import { readFile } from './read-file.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const ROWS = 1_000;

const manyRows = (company: string) =>
  Array.from({ length: ROWS }, (_, n) => `N${n},n${n}@x.de,+49${10_000 + n},${company}\nOther ${n},,,\n`).join('');

async function fileOf(owner: UserPrincipal, rows: string) {
  const content = Buffer.from(`name,email,phone,company\n${rows}`);
  return readFile(owner.preferences, { format: 'csv', content, preview: false, mapping: [] });
}

/** Imports a few contacts and fills them in, often enough that the connection caches the plans of all statements. */
async function importLittle(tx: Tx, from: number): Promise<void> {
  const owner = testUser();
  for (let n = from; n < from + 10; n += 1) {
    for (const row of [`A${n},a${n}@x.de,,\n`, `A${n},a${n}@x.de,+4930${n},Acme\nB${n},,,\n`]) {
      const file = await fileOf(owner, row);
      await previewImport(tx, owner, 'contact', file);
      await importContacts(tx, owner, 'contact', file);
    }
  }
}

/** Returns how many rows the transaction has read in scans of whole tables. */
async function rowsScanned(tx: Tx): Promise<number> {
  const found = await tx.find<{ count: number }>(
    `select sum(seq_tup_read)::integer as count from pg_stat_xact_user_tables
      where relid in ('deal.contacts'::regclass, 'deal.contact_match_keys'::regclass)`,
  );
  return found?.count ?? 0;
}

test('a large import into an almost empty installation scans no table for each row', async () => {
  const owner = testUser();
  const created = await fileOf(owner, manyRows(''));
  const filled = await fileOf(owner, manyRows('Acme'));

  const scanned = await inTransaction(service.pool, async (tx) => {
    await importLittle(tx, 0);
    // Records statistics of tiny tables, which are not updated before the large import.
    await tx.query('analyze deal.contacts, deal.contact_match_keys');
    await importLittle(tx, 10);
    const before = await rowsScanned(tx);
    for (const file of [created, filled]) {
      await previewImport(tx, owner, 'contact', file);
      const { summary } = await importContacts(tx, owner, 'contact', file);
      expect([summary?.toCreate, summary?.toUpdate]).toEqual(file === created ? [2 * ROWS, 0] : [0, ROWS]);
    }
    return (await rowsScanned(tx)) - before;
  });

  expect(scanned).toBeLessThan(20 * ROWS);
});

test('contacts are looked up by a plan for the rows of the file, not by a generic plan', async () => {
  const generic = await inTransaction(service.pool, async (tx) => {
    await importLittle(tx, 20);
    const text = 'select statement from pg_prepared_statements where generic_plans > 0 and statement ~ $1';
    return tx.list(text, ['from deal.contacts.*from deal.contact_match_keys']);
  });

  expect(generic).toEqual([]);
});
