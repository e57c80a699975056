import { AppError, invalidInput, notFound } from '../errors/app-error.js';
import { searchKey } from './lists/search.js';
import { inSavepoint, type Tx } from './transaction.js';

/** Maximum records of a call. */
export const BULK_MAX = 500;
/** Records that are locked, checked and written together. */
const CHUNK = 100;

/** The outcome for one record: `done`, `unchanged` when it already was as requested, or `failed` with the reason. */
export interface BulkResult {
  /** Id as given in the request. */
  readonly id: string;
  readonly outcome: string;
  readonly code?: string;
  readonly message?: string;
}

/** Names the records in messages about what a bulk change cannot do. */
export function noSuchChange(kinds: readonly string[]): AppError {
  return invalidInput('action.kind', `must be one of ${kinds.join(', ')}.`);
}

/** A bulk change: an operation on one record, split so that few statements handle many records. */
export interface BulkChange<Row extends { readonly id: string }> {
  /** Locks and reads the records that the caller may see. */
  readonly lock: (ids: readonly string[]) => Promise<Row[]>;
  /** A record's name. */
  readonly what: string;
  /** Throws the same errors as the operation on one record. */
  readonly check: (row: Row) => void;
  readonly isAlreadySo?: (row: Row) => boolean;
  /** Changes the checked rows. May throw because of one of them; then all have failed. */
  readonly apply: (rows: readonly Row[]) => Promise<void>;
}

/** Maximum tags of a record. */
const TAGS_MAX = 50;

/** The effect of `addTag` or `removeTag` on the tags of a record. */
export interface TagChange {
  readonly isAlreadySo: (tags: readonly string[]) => boolean;
  /** The resulting tags. */
  readonly applyTo: (tags: readonly string[]) => string[];
  /** Throws `invalid_input` when the record has the maximum. */
  readonly check: (tags: readonly string[]) => void;
}

/** Adds or removes a tag; `what` is the noun for the records. Compares tags as a search does. */
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

/** The required text of an action. Throws `invalid_input` without it. */
export function requireGiven(field: string, text: string | null | undefined): string {
  if (text === null || text === undefined || text === '') throw invalidInput(`action.${field}`, 'is missing. Send it.');
  return text;
}

/**
 * Changes many records in the current transaction, and returns the outcome of each. Failed records stay unchanged, without affecting the others.
 * Records are always locked in the order of their ids, which prevents deadlocks.
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

/** When one record makes the statement fail for all, tries each separately. */
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

/** Kinds of errors that concern one record. Any other error concerns the call, and fails it. */
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
