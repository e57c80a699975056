import type { ProducedFile } from '@svc/chassis/http/http-operation';
import { stringify, type Options } from 'csv-stringify/sync';

/**
 * As RFC 4180 has it; cells that a spreadsheet would run as a formula get a quote in front. Whatever any spreadsheet takes for the
 * end of a cell or row is quoted, so that no text begins a cell of its own.
 */
const FORMAT: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n;\t\u2028\u2029]/,
  escape_formulas: true,
  cast: { date: (instant) => instant.toISOString(), boolean: String },
};

/** What some file system does not take in names, and what changes how a name is read: separators, control and format characters. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** Characters of a name before its ending. */
const NAME_MAX = 100;

/** A page of rows, and where the next one begins; no token says that it was the last. */
export interface CsvPage {
  readonly rows: readonly (readonly unknown[])[];
  readonly nextPageToken?: string | null | undefined;
}

/** Page after page, the first with null. Where the next one begins is told by the service: what is removed meanwhile cuts none. */
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
 * It begins with a byte order mark, without which spreadsheets do not take it for UTF-8. Null and undefined are empty cells, instants
 * ISO 8601.
 */
export function csvOf(header: string[], pages: AsyncIterable<CsvPage['rows']>, filename?: string): ProducedFile {
  return { filename, pieces: linesOf(header, pages) };
}

/** The name of a CSV file after what is in it, for any file system; what is not there is left out. */
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
