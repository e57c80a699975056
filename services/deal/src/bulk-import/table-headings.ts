/** The columns of a pasted table. */
export interface Headings {
  readonly delimiter: string;
  readonly columnCount: number;
  /** Positions of the columns with the deal's name and promo code; null where there is none. */
  readonly name: number | null;
  readonly code: number | null;
  /** Positions of columns that name neither, such as dates. */
  readonly others: ReadonlySet<number>;
}

/** Headings of names, the more certain ones first. */
const NAMES = [
  'deal dealname campaign campaignname name product project',
  'brand brandname sponsor company client advertiser partner creator influencer title videotitle',
].flatMap((headings) => headings.split(' '));

const LINKS = setOf('link links url urls video videos videolink videourl post postlink posturl reel short');
const CODES = setOf('code codes promocode promocodes promo discountcode coupon couponcode voucher vouchercode');
const OTHERS = setOf(
  'platform channel date day posted postedon postdate publishdate published live views viewcount status state price fee amount rate discount currency paid',
  'payment notes note comment comments remarks contact email handle account target viewtarget viewstarget week month no nr id number country',
  'language deadline due length duration type format',
);

function setOf(...headings: string[]): ReadonlySet<string> {
  return new Set(headings.flatMap((each) => each.split(' ')));
}

/** A line with more characters is not read as headings. */
const LENGTH_MAX = 1_000;

/**
 * Reads a line as the headings of a table: at least two cells, half of them usual headings, and one of a link or code. Null for any other line.
 */
export function readHeadings(lineText: string): Headings | null {
  if (lineText.length > LENGTH_MAX) return null;
  const delimiter = ['\t', ',', ';'].find((each) => lineText.includes(each));
  if (delimiter === undefined) return null;
  const cells = cellsOf(lineText, delimiter).map(plainHeading);
  const filled = cells.filter((cell) => cell !== '');
  const known = filled.filter((cell) => isHeading(cell));
  if (known.length < 2 || known.length * 2 < filled.length) return null;
  if (!known.some((cell) => LINKS.has(cell) || CODES.has(cell))) return null;
  const name = NAMES.map((heading) => cells.indexOf(heading)).find((at) => at >= 0);
  const code = cells.findIndex((cell) => CODES.has(cell));
  const others = cells.flatMap((cell, at) => (OTHERS.has(cell) ? [at] : []));
  return {
    delimiter,
    columnCount: cells.length,
    name: name ?? null,
    code: code < 0 ? null : code,
    others: new Set(others),
  };
}

function isHeading(cell: string): boolean {
  return NAMES.includes(cell) || LINKS.has(cell) || CODES.has(cell) || OTHERS.has(cell);
}

function plainHeading(cell: string): string {
  return cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns a row of a Markdown table with tabs between its cells, and any other line as it is. */
export function withTabs(lineText: string): string {
  const line = lineText.trim();
  if (!line.startsWith('|') || !line.endsWith('|') || line.indexOf('|', 1) === line.length - 1) return lineText;
  return line.slice(1, -1).replaceAll('|', '\t');
}

const QUOTED_CELL = / ?"(?<text>(?:[^"]|"")*)"(?= *(?<next>.|$))/suy;

/** Splits a line into its cells, without quotation marks around them; a quoted cell may contain the delimiter. */
export function cellsOf(lineText: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let start = 0; start <= lineText.length;) {
    const quoted = readQuoted(lineText, start, delimiter);
    const delimiterAt = lineText.indexOf(delimiter, quoted?.end ?? start);
    const end = delimiterAt < 0 ? lineText.length : delimiterAt;
    cells.push(quoted?.text ?? lineText.slice(start, end));
    start = end + 1;
  }
  return cells;
}

function readQuoted(lineText: string, start: number, delimiter: string): { text: string; end: number } | null {
  QUOTED_CELL.lastIndex = start;
  const { 0: whole, groups } = QUOTED_CELL.exec(lineText) ?? { 0: '' };
  const next = groups?.['next'];
  if (groups?.['text'] === undefined || (next !== '' && next !== delimiter)) return null;
  return { text: groups['text'].replaceAll('""', '"'), end: start + whole.length };
}
