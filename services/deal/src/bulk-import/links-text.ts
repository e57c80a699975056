import { isVideoHost } from '@svc/video-pages/addresses/video-hosts';
import { withoutPasteDebris } from '@svc/video-pages/addresses/web-address';
import { composedCode } from '../deals/promo-code.js';
import { hasWords, isIntroduction, plainText, readLabel } from './label-text.js';
import { type HeadingRow, readHeadingRow, readRow, type Row } from './spreadsheet-rows.js';
import { readGivenCode, readSuggestion, type Suggestion } from './suggested-code.js';

/** Links of one person or deal in the pasted text. Without `urls` it is a label or code without links, for the caller to report. */
export interface LinkGroup {
  readonly name: string | null;
  readonly promoCode: string | null;
  readonly urls: string[];
  /** A possible promo code in one of its labels or remarks. */
  readonly suggestion: Suggestion | null;
  /** Lines of the group in the text, from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** The line of each link. */
  readonly urlLines: readonly number[];
  /** The line of a greeting or introduction above it, which belongs to no other group. */
  readonly introductionLine: number | null;
  /** The heading row that its rows are below, which other groups may share. */
  readonly headingLine: number | null;
}

/**
 * Splits pasted text into link groups, in order; no link, label line or code is dropped. Takes time linear in the text.
 *
 * - Blank lines, lines of only punctuation, and a label below links separate groups.
 * - Label lines above the links name their group, several of them together.
 * - `CODE: X`, `promo: X` and `promo code: X` set the promo code of their group; another code starts the next group.
 * - Text before a link on its line names the group when nothing else does. In a group without label or code line above its
 *   links, each line with such text is a group of its own ("Anna <link>", "Ben <link>"); under such a line it is a remark.
 * - Text behind a link is a remark, unless it is a code. Remarks are left out.
 * - `Anna CODE: X` sets the code of its group if X plainly is one.
 * - A greeting or introduction above names nothing, and groups nothing.
 * - A heading row of a spreadsheet names nothing. Up to the next separator it tells which cells of rows are codes; those that plainly are one set
 *   the code of their group. Without it, a cell with a code is suggested.
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
  let draft = emptyDraft();
  let heading: Heading | null = null;
  let count = 0;
  for (const lineText of linesOf(text)) {
    const line = readLine(lineText, heading?.row ?? null);
    if (startsGroup(line, draft)) {
      const done = finished(draft, heading);
      draft = emptyDraft(done.length === 0 ? draft.introductionLine : null);
      groups.push(...done);
    }
    count += 1;
    if (line === 'separator') heading = null;
    else if (line === 'introduction') addIntroduction(draft, count);
    else if ('codeColumn' in line) heading = { row: line, number: count };
    else addLine(draft, line, count);
    if (count % LINES_A_STEP === 0) yield groups;
  }
  groups.push(...finished(draft, heading));
  yield groups;
}

interface Heading {
  readonly row: HeadingRow;
  readonly number: number;
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

interface GroupDraft {
  readonly labels: string[];
  promoCode: string | null;
  /** The first code that a text seems to name. */
  suggestedCode: string | null;
  /** The labels with that code removed. */
  readonly plainLabels: string[];
  readonly urls: string[];
  readonly urlLines: number[];
  firstLine: number;
  lastLine: number;
  /** Whether a label or code on a line above the links groups them. */
  hasHeading: boolean;
  introductionLine: number | null;
  /** The last row of a spreadsheet in it. */
  row: Row | null;
}

interface Line {
  /** Text before the first link, or the whole text of a line without links. */
  readonly label: string | null;
  readonly promoCode: string | null;
  /** Texts around the links in which a code may be named, the label first when there is one. */
  readonly texts: readonly string[];
  readonly urls: readonly string[];
  readonly row: Row | null;
}

function emptyDraft(introductionLine: number | null = null): GroupDraft {
  return {
    labels: [],
    promoCode: null,
    suggestedCode: null,
    plainLabels: [],
    urls: [],
    urlLines: [],
    firstLine: 0,
    lastLine: 0,
    hasHeading: false,
    introductionLine,
    row: null,
  };
}

function startsGroup(line: ReadLine, draft: GroupDraft): boolean {
  if (line === 'separator') return true;
  const hasLinks = draft.urls.length > 0;
  if (line === 'introduction' || 'codeColumn' in line) return hasLinks;
  if (line.promoCode !== null && draft.promoCode !== null && !isSameCode(line.promoCode, draft.promoCode)) return true;
  if (!hasLinks) return false;
  if (!draft.hasHeading && isOtherRow(line.row, draft.row)) return true;
  return line.label !== null && (line.urls.length === 0 || !draft.hasHeading);
}

/** Whether a row that begins with its link has another code than the row above, or none while that has one: each may be of another deal. */
function isOtherRow(row: Row | null, above: Row | null): boolean {
  if (row === null || above === null || !row.isLinkFirst) return false;
  return !isSameCode(row.code ?? '', above.code ?? '');
}

function isSameCode(a: string, b: string): boolean {
  return composedCode(a).toLowerCase() === composedCode(b).toLowerCase();
}

function addIntroduction(draft: GroupDraft, number: number): void {
  if (draft.firstLine === 0) draft.introductionLine ??= number;
}

function addLine(draft: GroupDraft, line: Line, number: number): void {
  const isAlone = line.urls.length === 0;
  draft.firstLine ||= number;
  draft.lastLine = number;
  const isNamed = line.label !== null && (isAlone || draft.labels.length === 0);
  const plainLabel = takeSuggestion(draft, line);
  if (line.label !== null && isNamed) {
    draft.labels.push(line.label);
    if (plainLabel !== null) draft.plainLabels.push(plainLabel);
  }
  if (isAlone && draft.urls.length === 0) draft.hasHeading ||= line.label !== null || line.promoCode !== null;
  draft.promoCode ??= line.promoCode;
  draft.row = line.row ?? draft.row;
  for (const url of line.urls) {
    draft.urls.push(url);
    draft.urlLines.push(number);
  }
}

/** Keeps the first code that a line of the group seems to name. Returns the label without it. */
function takeSuggestion(draft: GroupDraft, { label, texts, row }: Line): string | null {
  if (draft.suggestedCode !== null) return label;
  for (const text of texts) {
    const suggestion = readSuggestion(text);
    if (suggestion === null) continue;
    draft.suggestedCode = suggestion.promoCode;
    return text === label ? suggestion.name : label;
  }
  if (row?.isGiven === false) draft.suggestedCode = row.code;
  return label;
}

/** Returns the group in an array, which is empty when nothing was added. */
function finished(draft: GroupDraft, heading: Heading | null): LinkGroup[] {
  const { labels, promoCode, suggestedCode, plainLabels, urls, urlLines } = draft;
  if (labels.length === 0 && promoCode === null && urls.length === 0) return [];
  const suggestion = suggestedCode === null ? null : { promoCode: suggestedCode, name: joined(plainLabels) };
  const { firstLine, lastLine, introductionLine } = draft;
  const lines = { firstLine, lastLine, urlLines, introductionLine, headingLine: heading?.number ?? null };
  return [{ name: joined(labels), promoCode, urls, suggestion, ...lines }];
}

function joined(labels: readonly string[]): string | null {
  return labels.length > 0 ? labels.join(' ') : null;
}

const CODE = /^(?:promo[ -]?code|promo|code) ?[:：] ?(?<code>.*)$/iu;

/** A separator is a line without links, letters and digits. */
type ReadLine = Line | HeadingRow | 'separator' | 'introduction';

function readLine(lineText: string, heading: HeadingRow | null): ReadLine {
  if (!hasWords(lineText)) return 'separator';
  const { texts, urls } = splitLinks(lineText);
  if (urls.length === 0) {
    const names = readHeadingRow(lineText);
    if (names) return names;
    if (isIntroduction(texts.join(' '))) return 'introduction';
  }
  const row = urls.length === 1 ? readRow(lineText, heading, hasLink) : null;
  const { label, promoCode, others } = readTexts(texts);
  return { label, promoCode: promoCode ?? (row?.isGiven === true ? row.code : null), texts: others, urls, row };
}

/** Reads the texts around the links of a line, the first of which may be a label. */
function readTexts(texts: readonly string[]): Pick<Line, 'label' | 'promoCode'> & { others: string[] } {
  let label: string | null = null;
  let promoCode: string | null = null;
  const others: string[] = [];
  for (const [index, text] of texts.entries()) {
    const plain = plainText(text);
    const code = CODE.exec(plain)?.groups?.['code'];
    if (code !== undefined) {
      promoCode ??= code === '' ? null : code;
      continue;
    }
    if (index === 0) label = readLabel(plain);
    const given: ReturnType<typeof readGivenCode> = label === null || index > 0 ? null : readGivenCode(label);
    if (given) label = given.name;
    promoCode ??= given?.promoCode ?? null;
    others.push(index === 0 && label !== null ? label : plain);
  }
  return { label, promoCode, others };
}

function hasLink(cell: string): boolean {
  return splitLinks(cell).urls.length > 0;
}

/** Splits a line into its links and the texts around them: before the first, between, and after the last, with white space collapsed. */
function splitLinks(lineText: string): { texts: string[]; urls: string[] } {
  const urls: string[] = [];
  const texts: string[] = [];
  let words: string[] = [];
  for (const word of lineText.split(/\s+/)) {
    const { before, links } = splitWord(word);
    if (before !== '') words.push(before);
    if (links.length > 0) {
      texts.push(words.join(' '));
      words = [];
      for (const link of links) urls.push(link);
    }
  }
  texts.push(words.join(' '));
  return { texts, urls };
}

const SCHEME = /https?:\/\//i;
const SEPARATOR_BEFORE_LINK = /[,;|](?=https?:\/\/)/i;

/** Opening brackets and quotes before a link, which belong neither to it nor to the text before it. */
const OPENINGS = new Set(['<', '(', '[', '{', '"', "'"]);

/** Splits a word without white space: `https://a,https://b` holds two links; `Anna:https://a` and `[Anna](https://a)` hold a text and a link. */
function splitWord(word: string): { before: string; links: string[] } {
  if (startsWithVideoHost(withoutPasteDebris(word))) return { before: '', links: linksIn(word) };
  const start = word.search(SCHEME);
  if (start < 0) return { before: word, links: [] };

  let end = start;
  while (OPENINGS.has(word.charAt(end - 1))) end -= 1;
  return { before: word.slice(0, end), links: linksIn(word.slice(start)) };
}

function linksIn(word: string): string[] {
  return word.split(SEPARATOR_BEFORE_LINK).map(withoutPasteDebris);
}

/**
 * Whether a word is a link without a scheme: `youtu.be/…`, `//youtu.be/…`, or anything that starts with www., which is reported rather than taken for
 * a label.
 */
function startsWithVideoHost(word: string): boolean {
  const host = /^(?:\/\/)?(?<host>[a-z0-9.-]{1,253})(?::\d+)?\//i.exec(word)?.groups?.['host']?.toLowerCase();
  return host !== undefined && (host.startsWith('www.') || isVideoHost(host));
}
