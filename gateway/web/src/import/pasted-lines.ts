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

/** The text of these lines only, with blank lines between groups. */
export function onlyLines(text: string, kept: readonly GroupLines[]): string {
  const lines = linesOf(text);
  const groups = Map.groupBy(kept, ({ groupIndex }) => groupIndex);
  return [...groups.values()]
    .map((ranges) => ranges.flatMap(({ firstLine, lastLine }) => lines.slice(firstLine - 1, lastLine)).join('\n'))
    .join('\n\n');
}

/**
 * A text without the lines that an import of `sent` has finished; `remaining` is the rest. Text typed during the import is kept: if the text has
 * changed, only unchanged blocks are removed.
 */
export function withoutDone(text: string, sent: string, remaining: readonly GroupLines[]): string {
  if (text === sent) return onlyLines(sent, remaining);
  const groupOf = new Map(
    remaining.flatMap((range) => numbersOf(range).map((line) => [line, range.groupIndex] as const)),
  );
  const done = linesOf(sent).flatMap((line, index) => (groupOf.has(index + 1) || parts(line) ? [] : [index + 1]));
  const gone = rangesOf(done).map(({ firstLine, lastLine }) => {
    const before = groupOf.get(firstLine - 1);
    return { firstLine, lastLine, isWithinGroup: before !== undefined && before === groupOf.get(lastLine + 1) };
  });
  return withoutLines(text, sent, gone);
}

/** A text without lines of an earlier version; removes each range that the text still has word for word. */
export function withoutLines(text: string, before: string, gone: readonly GoneLines[]): string {
  const old = linesOf(before);
  const lines = linesOf(text);
  let offset = 0;
  for (const { firstLine, lastLine, isWithinGroup } of gone) {
    const block = old.slice(firstLine - 1, lastLine);
    const expected = firstLine - 1 + offset;
    const at = has(lines, block, expected) ? expected : findBlock(lines, block);
    if (at < 0) continue;
    const seam = isWithinGroup ? { extra: 0, blank: [] } : seamOf(lines, at, block.length);
    lines.splice(at, block.length + seam.extra, ...seam.blank);
    offset += seam.blank.length - block.length - seam.extra;
  }
  return lines.join('\n').replace(/^\n+/, '');
}

/** The separator that replaces a removed block: nothing twice, and a blank line where two groups would become one. */
function seamOf(lines: readonly string[], at: number, length: number): { extra: number; blank: string[] } {
  const [before, after] = [lines[at - 1], lines[at + length]];
  if (parts(before) && after !== undefined && parts(after)) return { extra: 1, blank: [] };
  const isApart = parts(before) || parts(after) || (isRow(before) && isRow(after));
  return { extra: 0, blank: isApart ? [] : [''] };
}

/** A row of a spreadsheet, which is a group without blank lines around it. */
function isRow(line: string | undefined): boolean {
  return line?.includes('\t') === true;
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
