import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ImportContactsResponse } from '@svc/proto/deal/v1/contact_service';
import { v7 as newId } from 'uuid';
import { type ContactKind, type ContactRow, readKind } from '../contacts/contact.js';
import { matchKeysOf } from '../contacts/contact-keys.js';
import { insertContacts, updateContacts } from '../contacts/contact-repo.js';
import { claimImport } from '../imports/import-queue.js';
import { discardPlans, listMatchable, listMatchableForUpdate, type MatchedBy } from './contact-import-repo.js';
import { type ImportPlan, planImport } from './plan-import.js';
import type { ImportedFile } from './read-file.js';
import type { ReadRow } from './read-row.js';

/** Maximum rows in the response. */
const ROWS_SHOWN_MAX = 200;

/** Maximum rows that one statement looks up or writes. */
const STATEMENT_ROWS = 5_000;

/** Plans an import of the rows without writing. */
export async function previewImport(
  db: Db,
  user: UserPrincipal,
  kindText: string,
  { rows, decimalSign, columns }: ImportedFile,
): Promise<ImportContactsResponse> {
  const kind = readKind(kindText);
  const plan = await makePlan(user, kind, rows, (matchedBy) => listMatchable(db, user.userId, kind, matchedBy));
  const createdIds = new Set(plan.created.map(({ id }) => id));
  // Records to be created have no id to show.
  const items = shownRows(plan).map(({ contactId, ...row }) =>
    typeof contactId !== 'string' || createdIds.has(contactId) ? row : { ...row, contactId },
  );
  return { items, summary: plan.summary, preview: true, decimalSign, columns };
}

/**
 * Creates contacts for new rows and fills in empty fields of the others. Imports of one owner are serialized, so that each sees the contacts that
 * earlier ones created. Each statement handles thousands of rows.
 */
export async function importContacts(
  tx: Tx,
  user: UserPrincipal,
  kindText: string,
  { rows, decimalSign, columns }: ImportedFile,
): Promise<ImportContactsResponse> {
  const kind = readKind(kindText);
  await claimImport(tx, 'contact import', user.userId);
  await discardPlans(tx);
  const plan = await makePlan(user, kind, rows, (matchedBy) =>
    listMatchableForUpdate(tx, user.userId, kind, matchedBy),
  );
  for (const contacts of batchesOf(plan.created)) await insertContacts(tx, contacts);
  for (const contacts of batchesOf(plan.filled)) await updateContacts(tx, contacts);
  return { items: shownRows(plan), summary: plan.summary, preview: false, decimalSign, columns };
}

async function makePlan(
  user: UserPrincipal,
  kind: ContactKind,
  rows: readonly ReadRow[],
  findStored: (matchedBy: MatchedBy) => Promise<ContactRow[]>,
): Promise<ImportPlan> {
  const stored = new Map<string, ContactRow>();
  for (const batch of batchesOf(rows)) {
    const all = batch.flatMap(({ fields }) => fields ?? []);
    const found = await findStored({
      keys: all.flatMap(matchKeysOf),
      names: all.filter((fields) => matchKeysOf(fields).length === 0).map(({ name }) => name),
    });
    for (const contact of found) stored.set(contact.id, contact);
  }
  const oldestFirst = [...stored.values()].sort(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
  );
  return planImport(rows, oldestFirst, (fields) => ({ ...fields, id: newId(), ownerId: user.userId, kind }));
}

/** Splits a list into batches that fit one statement, so that neither side blocks for long. */
function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += STATEMENT_ROWS) yield items.slice(at, at + STATEMENT_ROWS);
}

function shownRows({ rows }: ImportPlan): ImportContactsResponse['items'] {
  return rows.slice(0, ROWS_SHOWN_MAX);
}
