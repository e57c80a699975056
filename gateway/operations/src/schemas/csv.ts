import { stringify, type Options } from 'csv-stringify/sync';

/** As RFC 4180 has it; cells that a spreadsheet would run as a formula get a quote in front. */
const FORMAT: Options = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  cast: { date: (instant) => instant.toISOString(), boolean: String },
};

/**
 * A CSV file, piece by piece: the header with the first page, then page after page until one is not full. `readPage` is told how
 * many rows to pass over. Null and undefined are empty cells, instants ISO 8601.
 */
export async function* csvOf(
  header: string[],
  readPage: (skip: number) => Promise<unknown[][]>,
  pageSize: number,
): AsyncIterable<string> {
  let rows = await readPage(0);
  yield stringify([header, ...rows], FORMAT);
  for (let skip = pageSize; rows.length === pageSize; skip += pageSize) {
    rows = await readPage(skip);
    if (rows.length > 0) yield stringify(rows, FORMAT);
  }
}
