import type { ProducedFile } from '@svc/http-host/http/http-operation';
import { type Options, stringify } from 'csv-stringify/sync';

/**
 * CSV as in RFC 4180, with an apostrophe before cells that a spreadsheet would run as a formula. Quotes every character that any spreadsheet treats
 * as the end of a cell or row, so that text cannot start a new cell.
 */
const FORMAT: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n;\t\u2028\u2029]/,
  escape_formulas: true,
  cast: { date: (instant) => instant.toISOString(), boolean: String },
};

/** Characters that file systems reject, or that disguise a name: separators, control and format characters. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** Maximum characters of a name without its extension. */
const NAME_MAX = 100;

/** A page of rows; the last one has no token. */
export interface CsvPage {
  readonly rows: readonly (readonly unknown[])[];
  readonly nextPageToken?: string | null | undefined;
}

/** Reads page after page, starting with a null token. Tokens come from the service, so that concurrent deletions skip no row. */
export async function* pagesBy(
  readPage: (pageToken: string | null) => Promise<CsvPage>,
): AsyncIterable<CsvPage['rows']> {
  let pageToken: string | null = null;
  do {
    const page: CsvPage = await readPage(pageToken);
    yield page.rows;
    pageToken = page.nextPageToken ?? null;
  } while (pageToken !== null);
}

/**
 * Streams a CSV file. The header comes with the first page, so that a failing first read is an error response instead of a file. Starts
 * with a byte order mark, so that spreadsheets read UTF-8. Null and undefined become empty cells, instants ISO 8601.
 */
export function csvOf(header: string[], pages: AsyncIterable<CsvPage['rows']>, filename?: string): ProducedFile {
  return { filename, pieces: linesOf(header, pages) };
}

/** Builds a file name from the parts, valid on any file system; missing parts are omitted. A name that is too long loses the end of its first part. */
export function csvName(...parts: readonly (string | null | undefined)[]): string {
  const [first = '', ...others] = parts
    .map((part) => (part ?? '').replaceAll(NOT_IN_NAMES, ' ').replaceAll(/\s+/gu, ' ').trim())
    .filter((part) => part !== '');
  const ending = ['', ...others].join(' ');
  const beginning = cut(first, Math.max(NAME_MAX - Array.from(ending).length, 0)).trimEnd();
  const name = `${beginning}${ending}`.replace(/^[. ]+/, '');
  return `${cut(name, NAME_MAX).trimEnd()}.csv`;
}

function cut(text: string, max: number): string {
  return Array.from(text).slice(0, max).join('');
}

async function* linesOf(header: string[], pages: AsyncIterable<CsvPage['rows']>): AsyncIterable<string> {
  let heading = [header];
  for await (const rows of pages) {
    const lines = [...heading, ...rows];
    if (lines.length > 0) yield stringify(lines, { ...FORMAT, bom: heading.length > 0 });
    heading = [];
  }
}
