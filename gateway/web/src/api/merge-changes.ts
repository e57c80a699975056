import { isApiError } from './api-error.js';

/** A field that both sides changed differently. */
export interface Conflict<Values extends object> {
  readonly field: keyof Values & string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The local changes, merged with a concurrent change by another user. */
export interface Merged<Values extends object> {
  /** Fields that only this side changed, or that both changed to the same value. */
  readonly changed: Partial<Values>;
  /** Fields for which the user must choose a side. */
  readonly conflicts: readonly Conflict<Values>[];
}

/** The fields that differ from the form's initial values. */
function changedFields<Values extends object>(base: Values, mine: Values): Partial<Values> {
  const changed = fieldsOf(mine).filter((field) => !isSame(mine[field], base[field]));
  return Object.fromEntries(changed.map((field) => [field, mine[field]])) as Partial<Values>;
}

/** Compares local and remote changes to their common base. */
export function mergeChanges<Values extends object>(base: Values, mine: Values, theirs: Values): Merged<Values> {
  const changed = changedFields(base, mine);
  const conflicts = fieldsOf(mine)
    .filter((field) => field in changed && !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]))
    .map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));
  const inConflict = new Set<string>(conflicts.map(({ field }) => field));
  const alone = Object.entries(changed).filter(([field]) => !inConflict.has(field));
  return { changed: Object.fromEntries(alone) as Partial<Values>, conflicts };
}

/** A record in its form, and how to save changes of it. */
export interface Edited<Kept extends { readonly version: number }, Values extends object> {
  /** As it was when the form was opened. */
  readonly record: Kept;
  readonly valuesOf: (record: Kept) => Values;
  readonly refetch: () => Promise<Kept>;
  /** Sends the changes; refused with VERSION_CONFLICT when the record has another version. */
  readonly update: (changes: Partial<Values>, version: number) => Promise<unknown>;
}

/** The record as the other user left it, and the form with the local changes on top. */
export interface Collision<Kept, Values extends object> {
  readonly record: Kept;
  readonly values: Values;
  readonly conflicts: readonly Conflict<Values>[];
}

const TRIES_MAX = 4;

/**
 * Saves the changes of a record. If another user has concurrently changed other fields, keeps both changes. Returns the conflicts if both changed the
 * same field, and undefined when everything is saved.
 */
export async function saveChanges<Kept extends { readonly version: number }, Values extends object>(
  { record, valuesOf, refetch, update }: Edited<Kept, Values>,
  typed: Values,
): Promise<Collision<Kept, Values> | undefined> {
  let before = record;
  let wanted = typed;
  for (let tries = 1; ; tries += 1) {
    const changes = changedFields(valuesOf(before), wanted);
    if (Object.keys(changes).length === 0) return undefined;
    try {
      await update(changes, before.version);
      return undefined;
    } catch (refusal) {
      if (!isApiError(refusal) || refusal.code !== 'VERSION_CONFLICT' || tries === TRIES_MAX) throw refusal;
    }
    const now = await refetch();
    const { changed, conflicts } = mergeChanges(valuesOf(before), wanted, valuesOf(now));
    const values = { ...valuesOf(now), ...changed };
    if (conflicts.length > 0) {
      const mine = Object.fromEntries(conflicts.map((conflict) => [conflict.field, conflict.mine]));
      return { record: now, values: { ...values, ...mine }, conflicts };
    }
    before = now;
    wanted = values;
  }
}

function fieldsOf<Values extends object>(values: Values): (keyof Values & string)[] {
  return Object.keys(values) as (keyof Values & string)[];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
