import { AppError, invalidInput, notFound } from '../errors/app-error.js';
import { searchKey } from './search.js';
import { inSavepoint, type Tx } from './transaction.js';

/** Records of one call. */
export const BULK_MAX = 500;
/** Records that are locked, checked and written together. */
const CHUNK = 100;

/** What has become of one record: `done`, `unchanged` when it was as asked already, or `failed` with the reason. */
export interface BulkResult {
  /** As it was asked for. */
  readonly id: string;
  readonly outcome: string;
  readonly code?: string;
  readonly message?: string;
}

/** Of what a bulk of these records cannot do. */
export function noSuchChange(kinds: readonly string[]): AppError {
  return invalidInput('action.kind', `must be one of ${kinds.join(', ')}.`);
}

/** What a bulk does to each of its records: an operation on one record, taken apart so that many go in a few statements. */
export interface BulkChange<Row extends { readonly id: string }> {
  /** Locks those of the records that the caller sees, and reads them. */
  readonly lock: (ids: readonly string[]) => Promise<Row[]>;
  /** What a record is called. */
  readonly what: string;
  /** Throws what the operation on one record throws for this one. */
  readonly check: (row: Row) => void;
  readonly isAlreadySo?: (row: Row) => boolean;
  /** Does it to rows that have passed the check. May throw for one of them that they all have failed. */
  readonly apply: (rows: readonly Row[]) => Promise<void>;
}

/** Tags that a record can have. */
const TAGS_MAX = 50;

/** What a bulk of `addTag` or `removeTag` makes of the tags of each record. */
export interface TagChange {
  readonly isAlreadySo: (tags: readonly string[]) => boolean;
  /** The tags afterwards. */
  readonly applyTo: (tags: readonly string[]) => string[];
  /** Throws `invalid_input` when there is no room for it. */
  readonly check: (tags: readonly string[]) => void;
}

/** Adds a tag to records of this name, or takes it off. Tags compare as a search does. */
export function tagChange(what: string, text: string | null | undefined, isAdded: boolean): TagChange {
  const tag = requireGiven('tag', text);
  const isTag = (each: string): boolean => searchKey(each) === searchKey(tag);
  return {
    isAlreadySo: (tags) => tags.some(isTag) === isAdded,
    applyTo: (tags) => (isAdded ? [...tags, tag] : tags.filter((each) => !isTag(each))),
    check(tags) {
      if (isAdded && tags.length >= TAGS_MAX && !tags.some(isTag)) {
        throw invalidInput('tags', `must be at most ${TAGS_MAX}. Take one off the ${what} first.`);
      }
    },
  };
}

/** A text that an action needs. Throws `invalid_input` without it. */
export function requireGiven(field: string, text: string | null | undefined): string {
  if (text === null || text === undefined || text === '') throw invalidInput(`action.${field}`, 'must be given.');
  return text;
}

/**
 * Changes many records in the running transaction, and says of each what came of it. The records that fail are left as they are, and
 * take nothing from the others; they are locked in the order of their ids, as everywhere.
 */
export async function changeInBulk<Row extends { readonly id: string }>(
  tx: Tx,
  listed: readonly string[],
  change: BulkChange<Row>,
): Promise<{ readonly results: BulkResult[] }> {
  if (listed.length === 0 || listed.length > BULK_MAX) throw invalidInput('ids', `must name 1 to ${BULK_MAX} records.`);
  const ids = [...new Set(listed.map((id) => id.toLowerCase()))].sort();
  const results = new Map<string, Omit<BulkResult, 'id'>>();
  for (let first = 0; first < ids.length; first += CHUNK) {
    for (const [id, result] of await changeTogether(tx, ids.slice(first, first + CHUNK), change))
      results.set(id, result);
  }
  const named = new Map(listed.map((id) => [id.toLowerCase(), id]));
  return {
    results: [...named].flatMap(([id, asGiven]) => {
      const result = results.get(id);
      return result ? [{ id: asGiven, ...result }] : [];
    }),
  };
}

type Results = [id: string, result: Omit<BulkResult, 'id'>][];

/** When the database refuses all for the sake of one, each is tried by itself. */
async function changeTogether<Row extends { readonly id: string }>(
  tx: Tx,
  ids: readonly string[],
  change: BulkChange<Row>,
): Promise<Results> {
  try {
    return await inSavepoint(tx, () => changeLocked(ids, change));
  } catch (error) {
    const failure = failureOf(error);
    const [id, ...others] = ids;
    if (id === undefined || others.length === 0) return ids.map((each) => [each, failure]);
    const results: Results = [];
    for (const each of ids) results.push(...(await changeTogether(tx, [each], change)));
    return results;
  }
}

async function changeLocked<Row extends { readonly id: string }>(
  ids: readonly string[],
  { lock, what, check, isAlreadySo = () => false, apply }: BulkChange<Row>,
): Promise<Results> {
  const rows = new Map((await lock(ids)).map((row) => [row.id, row]));
  const passed: Row[] = [];
  const results = ids.map((id): Results[number] => {
    try {
      const row = rows.get(id);
      if (!row) throw notFound(what);
      check(row);
      if (isAlreadySo(row)) return [id, { outcome: 'unchanged' }];
      passed.push(row);
      return [id, { outcome: 'done' }];
    } catch (error) {
      return [id, failureOf(error)];
    }
  });
  if (passed.length > 0) await apply(passed);
  return results;
}

/** Kinds of errors that are about the record. Any other one is about the call, and ends it. */
const OF_RECORD: ReadonlySet<string> = new Set([
  'invalid_input',
  'forbidden',
  'not_found',
  'conflict',
  'wrong_state',
  'stale',
]);

function failureOf(error: unknown): Omit<BulkResult, 'id'> {
  if (!(error instanceof AppError) || !OF_RECORD.has(error.kind)) throw error;
  return { outcome: 'failed', code: error.code, message: error.message };
}
