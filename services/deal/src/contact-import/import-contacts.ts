import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { ImportContactsRequest, ImportContactsResponse, ImportedColumn } from '@svc/proto/deal/v1/contact_service';
import { v7 as newId } from 'uuid';
import { insertContacts, updateContacts } from '../contacts/contact-repo.js';
import { readKind, type ContactKind, type ContactRow } from '../contacts/contact.js';
import { matchKeysOf } from '../contacts/contact-keys.js';
import { claimImport } from '../imports/import-queue.js';
import { listMatchable, listMatchableForUpdate, type MatchedBy } from './contact-import-repo.js';
import { evidentSign, settleSign, type DecimalSign } from './amount-text.js';
import { decodeText } from './decode-text.js';
import { LISTED_MAX, NO_TEXT, ROWS_MAX, type RowText } from './file-row.js';
import { planImport, type ImportPlan } from './plan-import.js';
import { readCsv } from './read-csv.js';
import { readRow, type ReadRow } from './read-row.js';
import { readVcards } from './read-vcards.js';
import { createTurns, type TakeTurns } from '../imports/turns.js';

/** Rows that the answer shows. */
const ROWS_SHOWN_MAX = 200;

/** Rows that one statement looks up or writes. */
const STATEMENT_ROWS = 5_000;

/** A file as it has been read. */
export interface ImportedFile {
  /** Each read or refused. */
  readonly rows: readonly ReadRow[];
  /** What parts decimals in amounts that leave it open; null in a file without amounts, and where nobody can tell. */
  readonly decimalSign: DecimalSign | null;
  /** Columns of a CSV file, from the left. */
  readonly columns: ImportedColumn[];
}

/** Reads a file. Throws `invalid_input` for one that is not of its format. */
export async function readFile(
  { preferences: { currency, locale } }: UserPrincipal,
  request: ImportContactsRequest,
): Promise<ImportedFile> {
  const takeTurns = createTurns();
  const askedSign = readSign(request.decimalSign ?? null);
  const texts: RowText[] = [];
  let listed = 0;
  const evidentSigns = new Set<DecimalSign>();
  const columns: ImportedColumn[] = [];
  for await (const text of readRows(request, takeTurns, columns)) {
    if (texts.length === ROWS_MAX) throw invalidInput('content', `takes at most ${ROWS_MAX} rows at once.`);
    listed += text.handles.length + text.tags.length;
    if (listed > LISTED_MAX)
      throw invalidInput(
        'content',
        `takes at most ${LISTED_MAX} handles and tags at once. Send the rows in several files.`,
      );
    texts.push(text);
    const sign = evidentSign(text.revenue);
    if (sign !== null) evidentSigns.add(sign);
    await takeTurns();
  }
  const hasAmounts = texts.some(({ revenue }) => revenue.trim() !== '');
  const decimalSign = hasAmounts ? settleSign(evidentSigns, askedSign, locale) : null;
  const rows: ReadRow[] = [];
  for (const [at, text] of texts.entries()) {
    rows.push(readRow(text, { currency, decimalSign }));
    // A row is kept once.
    texts[at] = NO_TEXT;
    await takeTurns();
  }
  return { rows, decimalSign, columns };
}

function readSign(text: string | null): DecimalSign | null {
  if (text === null || text === '.' || text === ',') return text;
  throw invalidInput('decimalSign', 'must be a point or a comma.');
}

function readRows(
  request: ImportContactsRequest,
  takeTurns: TakeTurns,
  columns: ImportedColumn[],
): AsyncIterable<RowText> {
  const { format, mapping, content, preview } = request;
  const text = decodeText(content, takeTurns);
  if (format === 'vcard') return readVcards(text);
  if (format === 'csv') {
    return readCsv(text, { mapping, mayBeUnknown: preview, onColumns: (read) => columns.push(...read) });
  }
  throw invalidInput('format', 'must be csv or vcard.');
}

/** Says what an import of the rows would do. */
export async function previewImport(
  db: Db,
  user: UserPrincipal,
  kindText: string,
  { rows, decimalSign, columns }: ImportedFile,
): Promise<ImportContactsResponse> {
  const kind = readKind(kindText);
  const plan = await makePlan(user, kind, rows, (matchedBy) => listMatchable(db, user.userId, kind, matchedBy));
  const createdIds = new Set(plan.created.map(({ id }) => id));
  // What does not exist yet has no id to show.
  const items = shownRows(plan).map(({ contactId, ...row }) =>
    typeof contactId !== 'string' || createdIds.has(contactId) ? row : { ...row, contactId },
  );
  return { items, summary: plan.summary, preview: true, decimalSign, columns };
}

/**
 * Creates the contacts of the rows that are new and fills in what the others lack. Imports of one owner wait for each other, so that
 * none misses what another is about to create. Statements are for thousands of rows each.
 */
export async function importContacts(
  tx: Tx,
  user: UserPrincipal,
  kindText: string,
  { rows, decimalSign, columns }: ImportedFile,
): Promise<ImportContactsResponse> {
  const kind = readKind(kindText);
  await claimImport(tx, 'contact import', user.userId);
  const plan = await makePlan(user, kind, rows, (matchedBy) =>
    listMatchableForUpdate(tx, user.userId, kind, matchedBy),
  );
  for (const contacts of piecesOf(plan.created)) await insertContacts(tx, contacts);
  for (const contacts of piecesOf(plan.filled)) await updateContacts(tx, contacts);
  return { items: shownRows(plan), summary: plan.summary, preview: false, decimalSign, columns };
}

async function makePlan(
  user: UserPrincipal,
  kind: ContactKind,
  rows: readonly ReadRow[],
  findStored: (matchedBy: MatchedBy) => Promise<ContactRow[]>,
): Promise<ImportPlan> {
  const stored = new Map<string, ContactRow>();
  for (const piece of piecesOf(rows)) {
    const all = piece.flatMap(({ fields }) => fields ?? []);
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

/** Pieces of a list, each little enough for one statement: neither side of it stands still for long. */
function* piecesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += STATEMENT_ROWS) yield items.slice(at, at + STATEMENT_ROWS);
}

function shownRows({ rows }: ImportPlan): ImportContactsResponse['items'] {
  return rows.slice(0, ROWS_SHOWN_MAX);
}
