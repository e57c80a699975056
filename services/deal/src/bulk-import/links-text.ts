import { composedCode } from '../deals/promo-code.js';
import {
  copyOf,
  emptyDraft,
  extendDraft,
  finishedDraft,
  type GroupDraft,
  type LinkGroup,
  type ReadLine,
} from './group-draft.js';
import { isDescription } from './label-text.js';
import { type Line, namedCodeOf, readLine } from './pasted-line.js';
import { type Headings, readHeadings, withTabs } from './table-headings.js';

/**
 * Splits pasted text into link groups, in order; no link or code is dropped. Takes time linear in the text.
 *
 * - Blank lines, lines of only punctuation, and a label below links separate groups.
 * - Label lines above the links name their group, several of them together.
 * - `CODE: X`, `promo: X` and `promo code: X` set the promo code of their group, as does `code: X` at the end of a label; another code starts the
 *   next group.
 * - Text before a link on its line names the group when nothing else does. In a group without label or code line above its links, each line with such
 *   text is a group of its own ("Anna <link>", "Ben <link>"). Under a label line, so are lines whose texts differ, unless they only describe videos
 *   ("Video 1", "TikTok"); the label line then names nothing. Under a code line such text is a remark.
 * - A row of a table is a group of its own, with the rows of the same name and code between two separators. Headings of a table are left out.
 * - Text behind a link is a remark, unless it is a code. Remarks are left out.
 *
 * Links are as pasted, without brackets and punctuation around them; whether they are videos is not checked. A code that is written
 * otherwise is only suggested: it stays in its label.
 */
export function parseLinksText(text: string): { groups: LinkGroup[] } {
  let groups: LinkGroup[] = [];
  for (groups of splitLinkGroups(text));
  return { groups };
}

/** Lines to read between two yields. */
const LINES_A_STEP = 64;

/** Does the same step by step, so that the caller can yield to other work or stop: yields the groups found so far. */
export function* splitLinkGroups(text: string): Generator<LinkGroup[]> {
  const groups: LinkGroup[] = [];
  let block = emptyBlock();
  let headings: Headings | null = null;
  let count = 0;
  for (const lineText of linesOf(text)) {
    count += 1;
    if (count % LINES_A_STEP === 0) yield groups;
    const row = withTabs(lineText);
    const found = readHeadings(row);
    headings = found ?? headings;
    if (found !== null) continue;
    const line = readLine(row, headings);
    if (line === null || startsBlock(line, block)) {
      groups.push(...finished(block));
      block = emptyBlock();
    }
    if (line !== null) addLine(block, { ...line, number: count, named: namedCodeOf(line) });
  }
  groups.push(...finished(block));
  yield groups;
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: lineBreak, index } of text.matchAll(LINE_BREAK)) {
    yield text.slice(start, index);
    start = index + lineBreak.length;
  }
  yield text.slice(start);
}

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Lines that are one group, or several whose lines differ in their texts. */
interface Section {
  /** All lines as one group. */
  whole: GroupDraft;
  /** The same lines, apart where their texts differ; empty where they can only be one group. */
  readonly parts: GroupDraft[];
  /** Whether a label or code on a line above the links groups them. */
  hasHeading: boolean;
  /** Whether a code is among these lines, and holds for all below. */
  hasCodeHeading: boolean;
  /** The last line above the links only introduces them. */
  isIntroduced: boolean;
  /** Whether the heading is over: there is a link, or a row of a table. */
  hasLines: boolean;
  isOfNamedRows: boolean;
  /** The last text before links that names something. */
  lastName: string | null;
  hasSeveralNames: boolean;
  /** The promo code of the last lines with the same name. */
  lastCode: string | null;
}

/** Lines between two separators. */
interface Block {
  readonly sections: Section[];
  /** The section of the last line. */
  current: Section;
  /** Sections of rows, by name and code. */
  readonly rows: Map<string, Section>;
}

function emptySection(): Section {
  return {
    whole: emptyDraft(),
    parts: [],
    hasHeading: false,
    hasCodeHeading: false,
    isIntroduced: false,
    hasLines: false,
    isOfNamedRows: false,
    lastName: null,
    hasSeveralNames: false,
    lastCode: null,
  };
}

function emptyBlock(): Block {
  const current = emptySection();
  return { sections: [current], current, rows: new Map() };
}

function startsBlock(line: Line, { current }: Block): boolean {
  const { hasHeading, hasCodeHeading, hasLines, isOfNamedRows, lastCode } = current;
  if (line.isRow && !hasCodeHeading) return false;
  const isApart = canSeparate(current) && isOtherName(line, current);
  if (!isApart && line.promoCode !== null && lastCode !== null && !isSameCode(line.promoCode, lastCode)) return true;
  if (line.label === null || !hasLines) return false;
  return line.urls.length === 0 || !hasHeading || isOfNamedRows;
}

function canSeparate({ hasHeading, hasCodeHeading, isOfNamedRows }: Section): boolean {
  return hasHeading && !hasCodeHeading && !isOfNamedRows;
}

function isSameCode(a: string, b: string): boolean {
  return composedCode(a).toLowerCase() === composedCode(b).toLowerCase();
}

/** The text before the links of a line, unless it only describes the video. */
function nameOf({ label, urls, isRow }: Line): string | null {
  return label === null || (urls.length === 0 && !isRow) || isDescription(label) ? null : label;
}

/** Whether a line names something else than the lines above it. */
function isOtherName(line: Line, { lastName }: Section): boolean {
  const name = nameOf(line);
  return name !== null && lastName !== null && name.toLowerCase() !== lastName.toLowerCase();
}

function addLine(block: Block, line: ReadLine): void {
  if (line.isRow && !block.current.hasCodeHeading) chooseSection(block, line);
  const { current } = block;
  if (line.urls.length === 0 && !line.isRow && !current.hasLines) {
    current.hasHeading ||= line.label !== null || line.promoCode !== null;
    current.hasCodeHeading ||= line.promoCode !== null;
    current.isIntroduced = line.isIntroduction;
  } else {
    addBelowHeading(current, line);
  }
  extendDraft(current.whole, line);
  current.lastCode ??= line.promoCode;
}

/** Adds a line to the parts of a section, before it is added to the whole. */
function addBelowHeading(section: Section, line: ReadLine): void {
  const name = nameOf(line);
  const isApart = canSeparate(section) && isOtherName(line, section);
  if (canSeparate(section)) {
    const { whole, parts, lastName } = section;
    if (parts.length === 0) parts.push(name === null ? copyOf(whole) : emptyDraft(whole.lines));
    else if (isApart || (name !== null && lastName === null)) parts.push(emptyDraft());
    const part = parts.at(-1);
    if (part) extendDraft(part, line);
  }
  if (isApart) section.lastCode = null;
  section.hasLines = true;
  section.hasSeveralNames ||= isApart;
  section.lastName = name ?? section.lastName;
}

/** Makes the section of rows with the same name and code the current one. A row with neither continues the current section. */
function chooseSection(block: Block, line: ReadLine): void {
  const { current, sections, rows } = block;
  const name = current.hasHeading ? nameOf(line) : line.label;
  const code = line.promoCode ?? line.named?.promoCode ?? null;
  if (name === null && code === null) return;
  const key = JSON.stringify([name, code === null ? null : composedCode(code)]).toLowerCase();
  const known = rows.get(key);
  const chosen = known ?? (current.hasLines ? emptySection() : current);
  if (!known) rows.set(key, chosen);
  if (!known && chosen !== current) sections.push(chosen);
  if (!known && name !== null) {
    // The name of the row replaces the heading, whose lines stay with it.
    chosen.whole = emptyDraft(chosen.whole.lines);
    chosen.isOfNamedRows = true;
  }
  block.current = chosen;
}

function finished({ sections }: Block): LinkGroup[] {
  return sections.flatMap(({ whole, parts, isIntroduced, hasSeveralNames, lastName }) => {
    const isSeparated = parts.length > 0 && (hasSeveralNames || (isIntroduced && lastName !== null));
    return (isSeparated ? parts : [whole]).flatMap(finishedDraft);
  });
}
