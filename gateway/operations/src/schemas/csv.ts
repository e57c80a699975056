import type { ProducedFile } from '@svc/http-host/http/http-operation';
import { stringify, type Options } from 'csv-stringify/sync';

/**
 * As in RFC 4180; cells that a spreadsheet would run as a formula get a leading apostrophe. Whatever any spreadsheet takes for the
 * end of a cell or row is quoted, so that no text begins a cell of its own.
 */
const FORMAT: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n;\t\u2028\u2029]/,
  escape_formulas: true,
  cast: { date: (instant) => instant.toISOString(), boolean: String },
};

/** Characters that file systems refuse in names, or that disguise a name: separators, control and format characters. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** Characters of a name before its ending. */
const NAME_MAX = 100;

/** A page of rows, and the token of the next one; without a token it is the last. */
export interface CsvPage {
  readonly rows: readonly (readonly unknown[])[];
  readonly nextPageToken?: string | null | undefined;
}

/** Page after page, the first with null. The service returns the token of the next one, so that deletions meanwhile skip no row. */
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
 * A CSV file in pieces: the header comes with the first page, so that a failed first read is an error response and not a file.
 * It begins with a byte order mark, so that spreadsheets read it as UTF-8. Null and undefined are empty cells, instants
 * ISO 8601.
 */
export function csvOf(header: string[], pages: AsyncIterable<CsvPage['rows']>, filename?: string): ProducedFile {
  return { filename, pieces: linesOf(header, pages) };
}

/** The name of a CSV file from the names of its contents, valid on any file system; missing names are left out. */
export function csvName(...parts: readonly (string | null | undefined)[]): string {
  const words = parts.map((part) => (part ?? '').replaceAll(NOT_IN_NAMES, ' ').trim()).filter((part) => part !== '');
  const name = words.join(' ').replaceAll(/\s+/gu, ' ').replace(/^\.+/, '');
  return `${Array.from(name).slice(0, NAME_MAX).join('').trim()}.csv`;
}

async function* linesOf(header: string[], pages: AsyncIterable<CsvPage['rows']>): AsyncIterable<string> {
  let heading = [header];
  for await (const rows of pages) {
    const lines = [...heading, ...rows];
    if (lines.length > 0) yield stringify(lines, { ...FORMAT, bom: heading.length > 0 });
    heading = [];
  }
}
