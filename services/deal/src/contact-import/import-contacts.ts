import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { ImportContactsRequest, ImportContactsResponse } from '@svc/proto/deal/v1/contact_service';
import { v7 as newId } from 'uuid';
import { insertContacts, updateContacts } from '../contacts/contact-repo.js';
import { readKind, type ContactKind } from '../contacts/contact.js';
import { matchKeysOf } from '../contacts/contact-keys.js';
import { listMatchable, lockContactImports, lockContactsOfOwner } from './contact-import-repo.js';
import { decodeText } from './decode-text.js';
import { planImport, type ImportPlan } from './plan-import.js';
import { readCsv } from './read-csv.js';
import { readRow, type ReadRow } from './read-row.js';
import { readVcards } from './read-vcards.js';

/** Rows that the answer shows. */
const ROWS_SHOWN_MAX = 200;

/** The rows of a file, each read or refused. Throws `invalid_input` for a file that is not of its format. */
export async function readFile(user: UserPrincipal, request: ImportContactsRequest): Promise<ReadRow[]> {
  const text = decodeText(request.content);
  const rows = request.format === 'vcard' ? await readVcards(text) : readCsv(text, readCsvMapping(request));
  return rows.map((row) => readRow(row, user.preferences.currency));
}

function readCsvMapping({ format, mapping }: ImportContactsRequest) {
  if (format !== 'csv') throw invalidInput('format', 'Has to be csv or vcard.');
  return mapping;
}

/** Says what an import of the rows would do. */
export async function previewImport(
  db: Db,
  user: UserPrincipal,
  kindText: string,
  rows: readonly ReadRow[],
): Promise<ImportContactsResponse> {
  const kind = readKind(kindText);
  const plan = await makePlan(db, user, kind, rows);
  const createdIds = new Set(plan.created.map(({ id }) => id));
  // What does not exist yet has no id to show.
  const items = shownRows(plan).map(({ contactId, ...row }) =>
    typeof contactId !== 'string' || createdIds.has(contactId) ? row : { ...row, contactId },
  );
  return { items, summary: plan.summary, preview: true };
}

/**
 * Creates the contacts of the rows that are new and fills in what the others lack. Imports of one owner wait for each other, so that
 * none misses what another is about to create. The number of statements does not depend on how much is imported.
 */
export async function importContacts(
  tx: Tx,
  user: UserPrincipal,
  kindText: string,
  rows: readonly ReadRow[],
): Promise<ImportContactsResponse> {
  const kind = readKind(kindText);
  await lockContactImports(tx, user.userId);
  await lockContactsOfOwner(tx, user.userId, kind);
  const plan = await makePlan(tx, user, kind, rows);
  await insertContacts(tx, plan.created);
  await updateContacts(tx, plan.filled);
  return { items: shownRows(plan), summary: plan.summary, preview: false };
}

async function makePlan(db: Db, user: UserPrincipal, kind: ContactKind, rows: readonly ReadRow[]): Promise<ImportPlan> {
  const all = rows.flatMap(({ fields }) => fields ?? []);
  const stored = await listMatchable(db, user.userId, kind, {
    keys: all.flatMap(matchKeysOf),
    names: all.filter((fields) => matchKeysOf(fields).length === 0).map(({ name }) => name),
  });
  return planImport(rows, stored, (fields) => ({ ...fields, id: newId(), ownerId: user.userId, kind }));
}

function shownRows({ rows }: ImportPlan): ImportContactsResponse['items'] {
  return rows.slice(0, ROWS_SHOWN_MAX);
}
