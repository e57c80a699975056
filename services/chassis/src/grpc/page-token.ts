import { validate as isId } from 'uuid';
import { invalidInput } from '../errors/app-error.js';
import { pageOf } from './paging.js';

/**
 * The end of a page in a list ordered by a date or instant and then by id. Unlike with an offset, additions and removals do not shift the next page.
 */
export interface PagePosition {
  /** `YYYY-MM-DD`, or an instant as ISO 8601. */
  readonly at: string;
  readonly id: string;
}

const AT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/;

/** The token of the page after the row. */
function toPageToken(at: string | Date, id: string): string {
  return `${typeof at === 'string' ? at : at.toISOString()},${id}`;
}

/**
 * The page that a list request asks for, and the position after which it begins, used instead of an offset. Throws `invalid_input`; `path` is the
 * callers' name for the token.
 */
export function pageAfter(
  { pageToken, ...request }: Parameters<typeof pageOf>[0] & { readonly pageToken?: string | null | undefined },
  path = 'pageToken',
) {
  const page = pageOf(request);
  const after = readPageToken(pageToken, path);
  return { page: after ? { ...page, offset: 0 } : page, after };
}

/** The position that a token encodes; null without one. Throws `invalid_input`, naming `path`, for an invalid token. */
export function readPageToken(token: string | null | undefined, path = 'pageToken'): PagePosition | null {
  if (token === null || token === undefined) return null;
  const [at = '', id = '', ...rest] = token.split(',');
  if (rest.length > 0 || !isTime(at) || !isId(id)) throw invalidInput(path, 'must be a token that this list returned.');
  return { at, id };
}

/** Whether a date or instant has the format of tokens and exists; the database, too, rejects 31 February and the year 0. */
export function isTime(text: string): boolean {
  if (!AT.test(text) || text < '0001') return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** The token of the next page; undefined when the page is not full and so is the last. */
export function nextPageToken<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => readonly [at: string | Date, id: string],
): { nextPageToken?: string } {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return last === undefined ? {} : { nextPageToken: toPageToken(...positionOf(last)) };
}
