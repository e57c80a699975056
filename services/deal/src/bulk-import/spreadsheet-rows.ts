import { couldBeCode, isPlainlyCode } from './suggested-code.js';

const CODE_HEADINGS: ReadonlySet<string> = new Set(['code', 'promo code', 'promo', 'coupon', 'discount code']);

const HEADINGS: ReadonlySet<string> = new Set([
  ...CODE_HEADINGS,
  'deal',
  'brand',
  'sponsor',
  'client',
  'campaign',
  'name',
  'creator',
  'influencer',
  'link',
  'links',
  'url',
  'video',
  'video url',
  'date',
  'posted',
  'platform',
  'views',
  'price',
  'notes',
]);

/** The row of a pasted spreadsheet that names its columns. */
export interface HeadingRow {
  /** Index of the column of promo codes; null without a single one. */
  readonly codeColumn: number | null;
  readonly firstColumn: number;
}

/** Reads a line without links as a heading row: two or more cells, all of them known headings. Null otherwise. */
export function readHeadingRow(lineText: string): HeadingRow | null {
  const cells = cellsOf(lineText).map((cell) => cell.toLowerCase().replace(/\s+/g, ' '));
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length < 2 || !filled.every((cell) => HEADINGS.has(cell))) return null;
  const columns = cells.flatMap((cell, column) => (CODE_HEADINGS.has(cell) ? column : []));
  const [codeColumn = null, ...others] = columns;
  return {
    codeColumn: others.length > 0 ? null : codeColumn,
    firstColumn: cells.findIndex((cell) => cell !== ''),
  };
}

/** A line with tabs and one link. */
export interface Row {
  /** Code in a cell of its own, spelled as pasted. */
  readonly code: string | null;
  /** Whether that cell is below a heading for codes and plainly holds one; otherwise the code is a guess. */
  readonly isGiven: boolean;
  /** The link comes first, so that texts behind it may name another deal than the row above. */
  readonly isLinkFirst: boolean;
}

/** Reads the cells of a line with one link. Null for a line without tabs. */
export function readRow(lineText: string, heading: HeadingRow | null, hasLink: (cell: string) => boolean): Row | null {
  if (!lineText.includes('\t')) return null;
  const cells = cellsOf(lineText);
  const linkColumn = cells.findIndex(hasLink);
  const behind = cells.slice(linkColumn + 1);
  const isLinkFirst = linkColumn <= (heading?.firstColumn ?? 0) && behind.some((cell) => cell !== '');
  if (heading === null || heading.codeColumn === null) {
    const [code = null, ...others] = behind.filter(isPlainlyCode);
    return { code: others.length > 0 ? null : code, isGiven: false, isLinkFirst };
  }
  const cell = cells[heading.codeColumn] ?? '';
  return { code: couldBeCode(cell) ? cell : null, isGiven: isPlainlyCode(cell), isLinkFirst };
}

function cellsOf(lineText: string): string[] {
  return lineText.split('\t').map((cell) => cell.trim());
}
