/** Lines of the pasted text, numbered from 1 like the API's, and the text that remains when some are done. */

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

export interface LineRange {
  readonly firstLine: number;
  readonly lastLine: number;
}

export type GroupLines = LineRange & { readonly groupIndex: number };

/** Lines to remove. */
export interface GoneLines extends LineRange {
  /** The surrounding lines are one group, and stay one. */
  readonly isWithinGroup: boolean;
}

export function linesOf(text: string): string[] {
  return text.split(LINE_BREAK);
}

/** Start and end of a line in the text. */
export function placeOfLine(text: string, line: number): { start: number; end: number } {
  let start = 0;
  let number = 1;
  for (const { 0: lineBreak, index } of text.matchAll(LINE_BREAK)) {
    if (number === line) return { start, end: index };
    start = index + lineBreak.length;
    number += 1;
  }
  return { start, end: text.length };
}

/** A line that separates groups, such as a blank one. */
function parts(line: string | undefined): boolean {
  return line === undefined || !LETTER_OR_DIGIT.test(line);
}

/** The heading row above a line of the same block: one that no separator parts from it. */
function headingAbove(lines: readonly string[], headings: readonly number[], line: number): number | null {
  for (let above = line - 1; above > 0 && !parts(lines[above - 1]); above -= 1) {
    if (headings.includes(above)) return above;
  }
  return null;
}

/** Whether lines are rows of a spreadsheet that begin with a name, each of which is a group of its own below headings. */
function areNamedRows(lines: readonly string[]): boolean {
  return lines.every((line) => {
    const [first = '', ...cells] = line.split('\t');
    return /\p{L}/u.test(first) && !/[/:]/.test(first) && cells.some((cell) => cell.includes('://'));
  });
}

/** Groups below one heading row, or a single group. */
interface Block {
  readonly heading: number | null;
  readonly lines: string[];
}

/** The text of these lines only, with blank lines between groups and the heading rows above them. */
export function onlyLines(text: string, kept: readonly GroupLines[], headings: readonly number[]): string {
  const lines = linesOf(text);
  const blocks: Block[] = [];
  for (const ranges of Map.groupBy(kept, ({ groupIndex }) => groupIndex).values()) {
    const numbers = ranges.flatMap(numbersOf);
    const own = numbers.map((line) => lines[line - 1] ?? '');
    const heading = headingAbove(lines, headings, ranges.at(-1)?.lastLine ?? 0);
    const last = blocks.at(-1);
    const isBelowLast = heading !== null && heading === last?.heading && areNamedRows([...last.lines.slice(1), ...own]);
    if (isBelowLast) last.lines.push(...own);
    else if (heading === null || numbers.includes(heading)) blocks.push({ heading: null, lines: own });
    else blocks.push({ heading, lines: [lines[heading - 1] ?? '', ...own] });
  }
  return blocks.map((block) => block.lines.join('\n')).join('\n\n');
}

/**
 * A text without the lines that an import of `sent` has finished; `remaining` is the rest. Text typed during the import is kept: if the text has
 * changed, only unchanged blocks are removed.
 */
export function withoutDone(
  text: string,
  sent: string,
  remaining: readonly GroupLines[],
  headings: readonly number[],
): string {
  if (text === sent) return onlyLines(sent, remaining, headings);
  const lines = linesOf(sent);
  const groupOf = new Map(
    remaining.flatMap((range) => numbersOf(range).map((line) => [line, range.groupIndex] as const)),
  );
  const kept = new Set(remaining.map(({ lastLine }) => headingAbove(lines, headings, lastLine)));
  const done = lines.flatMap((line, index) =>
    groupOf.has(index + 1) || kept.has(index + 1) || parts(line) ? [] : [index + 1],
  );
  const gone = rangesOf(done).map(({ firstLine, lastLine }) => {
    const before = groupOf.get(firstLine - 1);
    return { firstLine, lastLine, isWithinGroup: before !== undefined && before === groupOf.get(lastLine + 1) };
  });
  return withoutLines(text, sent, gone, headings);
}

/**
 * A text without lines of an earlier version; removes each range that the text still has word for word. A heading row of that version stays while a
 * row below it does.
 */
export function withoutLines(
  text: string,
  before: string,
  gone: readonly GoneLines[],
  headings: readonly number[],
): string {
  const old = linesOf(before);
  const lines = linesOf(text);
  const all = new Set(headings.flatMap((line) => old[line - 1] ?? []));
  let offset = 0;
  for (const { firstLine, lastLine, isWithinGroup } of gone) {
    const block = old.slice(firstLine - 1, lastLine);
    const expected = firstLine - 1 + offset;
    const at = has(lines, block, expected) ? expected : findBlock(lines, block);
    if (at < 0) continue;
    const heading = old[(headingAbove(old, headings, lastLine + 1) ?? 0) - 1] ?? null;
    const above = { heading, all };
    const seam = isWithinGroup ? seamWithin(lines, at, block.length, above) : seamOf(lines, at, block.length, above);
    lines.splice(at - seam.extraAbove, seam.extraAbove + block.length + seam.extra, ...seam.between);
    offset += seam.between.length - block.length - seam.extra - seam.extraAbove;
  }
  return lines.join('\n').replace(/^\n+/, '');
}

/** Heading rows of the earlier text. */
interface Headings {
  /** The one above the removed block. */
  readonly heading: string | null;
  readonly all: ReadonlySet<string>;
}

interface Seam {
  /** Lines below that go as well. */
  readonly extra: number;
  /** Lines above that go as well: headings without rows. */
  readonly extraAbove: number;
  /** Lines in place of the block. */
  readonly between: readonly string[];
}

const NO_SEAM: Seam = { extra: 0, extraAbove: 0, between: [] };

/** Whether a removed block was all that is below its heading row. */
function isAllBelow({ heading, all }: Headings, lines: readonly string[], at: number, length: number): boolean {
  const after = lines[at + length];
  return heading !== null && lines[at - 1] === heading && (after === undefined || parts(after) || all.has(after));
}

function seamWithin(lines: readonly string[], at: number, length: number, headings: Headings): Seam {
  return isAllBelow(headings, lines, at, length) ? { ...NO_SEAM, extraAbove: 1 } : NO_SEAM;
}

/**
 * The separator that replaces a removed block: nothing twice, and a blank line where two groups would become one, with the heading of the rows below
 * it.
 */
function seamOf(lines: readonly string[], at: number, length: number, headings: Headings): Seam {
  const { heading } = headings;
  const [before, after] = [lines[at - 1], lines[at + length]];
  if (isAllBelow(headings, lines, at, length)) {
    const isTwice = parts(lines[at - 2]) && after !== undefined && parts(after);
    return { ...NO_SEAM, extraAbove: 1, extra: isTwice ? 1 : 0 };
  }
  if (after === undefined || parts(after)) return { ...NO_SEAM, extra: parts(before) && after !== undefined ? 1 : 0 };
  if (heading === null) return { ...NO_SEAM, between: parts(before) ? [] : [''] };
  if (before === heading) return NO_SEAM;
  if (parts(before)) return { ...NO_SEAM, between: [heading] };
  const headingAt = lines.lastIndexOf(heading, at - 1);
  const areRows = headingAt >= 0 && areNamedRows([...lines.slice(headingAt + 1, at), after]);
  return areRows && parts(lines[headingAt - 1]) ? NO_SEAM : { ...NO_SEAM, between: ['', heading] };
}

function findBlock(lines: readonly string[], block: readonly string[]): number {
  return lines.findIndex((_line, at) => has(lines, block, at));
}

function has(lines: readonly string[], block: readonly string[], at: number): boolean {
  return block.every((line, index) => lines[at + index] === line);
}

function numbersOf({ firstLine, lastLine }: LineRange): number[] {
  return Array.from({ length: lastLine - firstLine + 1 }, (_each, index) => firstLine + index);
}

/** Ascending numbers as ranges. */
function rangesOf(numbers: readonly number[]): LineRange[] {
  const ranges: LineRange[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.lastLine === number - 1) ranges[ranges.length - 1] = { ...last, lastLine: number };
    else ranges.push({ firstLine: number, lastLine: number });
  }
  return ranges;
}

/**
 * The lines removed with a dismissed line: its whole remaining group when nothing of it would be imported, else the line alone, because nearby labels
 * and codes belong to other links.
 */
export function dismissedWith(text: string, line: number, ofGroup: readonly LineRange[], isLast: boolean): GoneLines {
  const lines = linesOf(text);
  const [range, ...others] = ofGroup;
  const isAlone = range && others.length === 0 && parts(lines[range.firstLine - 2]) && parts(lines[range.lastLine]);
  return isAlone && isLast
    ? { ...range, isWithinGroup: false }
    : { firstLine: line, lastLine: line, isWithinGroup: true };
}
