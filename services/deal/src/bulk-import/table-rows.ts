import { isTooLongCode } from '../deals/promo-code.js';
import { isDescription, LETTER_OR_DIGIT, plainText, readCodeText } from './label-text.js';
import { isVideoSiteLink, splitLinks, splitWord } from './links-in-text.js';
import { looksLikeCode } from './suggested-code.js';
import { cellsOf, type Headings } from './table-headings.js';

/** A line of a pasted table, with its links. */
export interface Row {
  /** The plain text of the cells that seem to name the deal; empty without one. */
  readonly name: string;
  /** From a column of codes, or a cell like `CODE: X`. */
  readonly promoCode: string | null;
  /** The only other cell that looks like a code. */
  readonly likelyCode: string | null;
  /** Plain texts of the remaining cells. */
  readonly remarks: readonly string[];
  readonly urls: readonly string[];
}

/**
 * Reads a line as a row: cells between tabs, or CSV with exactly one cell that is a link. Below headings with the same delimiter, a row may lack the
 * link. Null for any other line.
 */
export function readRow(lineText: string, headings: Headings | null): Row | null {
  if (headings !== null) {
    const row = rowBelow(headings, lineText);
    if (row !== null) return row;
  }
  if (lineText.includes('\t')) {
    const cells = cellsOf(lineText, '\t');
    return countOfFilled(cells) > 1 && cells.some(hasLink) ? toRow(cells, '\t', null) : null;
  }
  for (const delimiter of [',', ';']) {
    if (!lineText.includes(delimiter)) continue;
    const cells = cellsOf(lineText, delimiter);
    if (isCsvRow(lineText, cells)) return toRow(cells, delimiter, null);
  }
  return null;
}

function rowBelow(headings: Headings, lineText: string): Row | null {
  const { delimiter, columnCount } = headings;
  if (!lineText.includes(delimiter)) return null;
  const cells = cellsOf(lineText, delimiter);
  const linkCount = cells.filter(hasLink).length;
  const isRow = linkCount === 0 ? cells.length === columnCount : linkCount === 1 || delimiter === '\t';
  return isRow ? toRow(cells, delimiter, headings) : null;
}

function countOfFilled(cells: readonly string[]): number {
  return cells.filter((cell) => LETTER_OR_DIGIT.test(cell)).length;
}

function hasLink(cell: string): boolean {
  return splitLinks(cell).urls.length > 0;
}

/** An entity of HTML in an address, such as `&amp;`, whose semicolon separates nothing. */
const ENTITY = /&[a-z]{2,8};/i;

/** Whether cells are a row rather than a sentence, or a link that contains the delimiter. */
function isCsvRow(lineText: string, cells: readonly string[]): boolean {
  if (countOfFilled(cells) < 2 || ENTITY.test(lineText)) return false;
  const linkCells = cells.flatMap((cell, at) => (hasLink(cell) ? [at] : []));
  const [at] = linkCells;
  if (at === undefined || linkCells.length > 1) return false;
  const link = (cells[at] ?? '').trim();
  if (/\s/.test(link) || splitWord(link).before !== '') return false;
  const behind = cells[at + 1];
  const isTightBefore = at > 0 && !/^\s/.test(cells[at] ?? '');
  const isTightBehind = behind !== undefined && !/^\s/.test(behind);
  if (isTightBehind && !isTightBefore && !isVideoSiteLink(link)) return false;
  return isTightBefore || isTightBehind || countOfFilled(cells.slice(at + 1)) > 0;
}

/** A text cell, and whether it is before the first link. */
interface TextCell {
  readonly text: string;
  readonly at: number;
  readonly isBefore: boolean;
}

function toRow(cells: readonly string[], delimiter: string, headings: Headings | null): Row {
  const { texts, urls } = splitCells(cells);
  let promoCode: string | null = null;
  const rest: TextCell[] = [];
  for (const cell of texts) {
    const isInCodes = cell.at === headings?.code;
    const code = isInCodes ? readCodeCell(cell.text) : readCodeText(cell.text);
    // A column of codes may hold a code with remarks, which is only suggested.
    if (code === null) rest.push(isInCodes ? { ...cell, text: `code: ${cell.text}` } : cell);
    else promoCode ??= code === '' ? null : code;
  }
  const hasCode = promoCode !== null || (headings !== null && headings.code !== null);
  const open = rest.filter(({ at }) => headings?.others.has(at) !== true && at !== headings?.code);
  const codeCell = hasCode ? undefined : findCodeCell(open, headings);
  const named = namesAmong(open, headings, codeCell);
  return {
    name: named.map(({ text }) => text).join(delimiter === '\t' ? ' ' : `${delimiter} `),
    promoCode,
    likelyCode: codeCell?.text ?? null,
    remarks: rest.filter((cell) => cell !== codeCell && !named.includes(cell)).map(({ text }) => text),
    urls,
  };
}

function splitCells(cells: readonly string[]): { texts: TextCell[]; urls: string[] } {
  const found: TextCell[] = [];
  const all: string[] = [];
  for (const [at, cell] of cells.entries()) {
    const { texts, urls } = splitLinks(cell);
    for (const [position, text] of texts.entries()) {
      const plain = plainText(text);
      if (LETTER_OR_DIGIT.test(plain)) found.push({ text: plain, at, isBefore: all.length === 0 && position === 0 });
    }
    for (const url of urls) all.push(url);
  }
  return { texts: found, urls: all };
}

/** Words in a column of codes for none. */
const NO_CODE = /^(?:n\/?a|none|no|no code|tbd)$/i;
/** One word that is neither a discount nor a count. */
const CODE_IN_COLUMN = /^(?=.*\p{L}|.{4})[^\s%]+$/u;

/** Returns an empty code for none, and null for a text that is not certainly a code. */
function readCodeCell(text: string): string | null {
  const code = readCodeText(text) ?? text;
  if (NO_CODE.test(code)) return '';
  return CODE_IN_COLUMN.test(code) ? code : null;
}

/**
 * Returns the only cell that looks like a code; one with letters and digits is preferred to one in capitals. Not the text that must be the name, because
 * no other is before the link.
 */
function findCodeCell(cells: readonly TextCell[], headings: Headings | null): TextCell | undefined {
  const before = cells.filter(({ isBefore, text }) => isBefore && !isDescription(text));
  const [first, ...others] = before;
  const free = cells.filter((cell) => cell.at !== headings?.name && (cell !== first || others.length > 0));
  const mixed = free.filter(({ text }) => isCodeCell(text) && HAS_DIGIT.test(text));
  if (mixed.length > 0) return mixed.length === 1 ? mixed[0] : undefined;
  const inCapitals = free.filter((cell) => cell !== first && isCodeCell(cell.text));
  return inCapitals.length === 1 ? inCapitals[0] : undefined;
}

const HAS_DIGIT = /\p{N}/u;
const WORD = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]{3,}$/u;
/** Counts, amounts and dates, which are no codes: `1080p`, `EUR1500`, `20-Nov-26`. */
const MEASURE =
  /^(?:\d+[a-z]{1,2}|(?:usd|eur|gbp)\d+|\d+(?:usd|eur|gbp)|\d{1,2}-[a-z]{3,9}(?:-\d{2,4})?|[a-z]{3}-\d\d|\d{4}-\d\d-\d\dT.*)$/i;

function isCodeCell(text: string): boolean {
  return (
    WORD.test(text) && !isTooLongCode(text) && looksLikeCode(text, '') && !MEASURE.test(text) && !isDescription(text)
  );
}

/** The cells that name the deal: all texts before the link, else the first one behind it. */
function namesAmong(
  cells: readonly TextCell[],
  headings: Headings | null,
  codeCell: TextCell | undefined,
): readonly TextCell[] {
  if (headings !== null && headings.name !== null) return cells.filter(({ at }) => at === headings.name);
  const texts = cells.filter((cell) => cell !== codeCell && /\p{L}/u.test(cell.text));
  const names = texts.filter(({ text }) => !isDescription(text));
  const before = names.filter(({ isBefore }) => isBefore);
  if (before.length > 0) return before;
  const [name = texts.find(({ isBefore }) => isBefore)] = names;
  return name === undefined ? [] : [name];
}
