import { createHash } from 'node:crypto';
import { validate as isId } from 'uuid';
import { invalidInput } from '../../errors/app-error.js';
import { isTime } from '../../grpc/page-token.js';
import type { SortType } from './sort-keys.js';

/** A sort key, as the driver returns it; null for a row without one. */
export type SortValue = string | number | Date | null;

/** The end of a page in a sorted list: additions and removals before it do not shift the next page. */
export interface ListPosition {
  /** Sort value as text, which the database parses as the type of the sort key. */
  readonly value: string | null;
  readonly id: string;
}

/** The list, order and filters that a cursor is bound to. */
export interface CursorOwner {
  readonly list: string;
  readonly sort: string;
  readonly filter: unknown;
}

/** Longer than any cursor that a list returns. */
const CURSOR_CHARACTERS_MAX = 4_096;
const TEXT_CHARACTERS_MAX = 400;

const IS_VALUE: Readonly<Record<SortType, (text: string) => boolean>> = {
  text: (text) => text.length <= TEXT_CHARACTERS_MAX && !text.includes('\0') && text.isWellFormed(),
  integer: (text) => isNumber(text) && Number.isSafeInteger(Number(text)),
  decimal: isNumber,
  float: isNumber,
  date: (text) => text.length === 10 && isTime(text),
  instant: (text) => text.length > 10 && isTime(text),
};

/** Whether a text is a number in JavaScript's format, which the database can parse too. */
function isNumber(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text;
}

/** The cursor of the page after a row. */
export function toCursor(owner: CursorOwner, value: SortValue, id: string): string {
  const text = value === null ? null : value instanceof Date ? value.toISOString() : String(value);
  return Buffer.from(JSON.stringify([markOf(owner), text, id])).toString('base64url');
}

/** Parses a cursor; null without one. Throws `invalid_input` for a cursor of another list, order or filter. */
export function readCursor(
  owner: CursorOwner,
  type: SortType,
  isNullable: boolean,
  cursor: string | null | undefined,
): ListPosition | null {
  if (cursor === null || cursor === undefined) return null;
  const [mark, value, id] = partsOf(cursor);
  const hasValue = value === null ? isNullable : typeof value === 'string' && IS_VALUE[type](value);
  if (mark !== markOf(owner) || !hasValue || typeof id !== 'string' || !isId(id)) {
    throw invalidInput(
      'after',
      'must be the `next` of a page with the same sort and filters. Start again without `after`.',
    );
  }
  return { value: typeof value === 'string' ? value : null, id };
}

/** The content of a cursor; undefined for an invalid one. */
function partsOf(cursor: string): readonly unknown[] {
  if (cursor.length > CURSOR_CHARACTERS_MAX) return [];
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? (parts as unknown[]) : [];
  } catch {
    return [];
  }
}

/** A digest of the list, its order and its filters. */
function markOf({ list, sort, filter }: CursorOwner): string {
  return createHash('sha256')
    .update(JSON.stringify([list, sort, filter]))
    .digest('base64url')
    .slice(0, 12);
}
