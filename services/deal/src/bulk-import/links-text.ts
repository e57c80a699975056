import { isVideoHost } from '@svc/video-pages/addresses/video-hosts';
import { withoutPasteDebris } from '@svc/video-pages/addresses/web-address';
import { composedCode } from '../deals/promo-code.js';
import { readSuggestion, type Suggestion } from './suggested-code.js';

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
  let count = 0;
  for (const lineText of linesOf(text)) {
    const line = readLine(lineText);
    if (line === null || startsGroup(line, draft)) {
      groups.push(...finished(draft));
      draft = emptyDraft();
    }
    count += 1;
    if (line !== null) addLine(draft, line, count);
    if (count % LINES_A_STEP === 0) yield groups;
  }
  groups.push(...finished(draft));
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
}

interface Line {
  /** Text before the first link, or the whole text of a line without links. */
  readonly label: string | null;
  readonly promoCode: string | null;
  /** Texts around the links in which a code may be named, the label first when there is one. */
  readonly texts: readonly string[];
  readonly urls: readonly string[];
}

function emptyDraft(): GroupDraft {
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
  };
}

function startsGroup(line: Line, draft: GroupDraft): boolean {
  if (line.promoCode !== null && draft.promoCode !== null && !isSameCode(line.promoCode, draft.promoCode)) return true;
  if (line.label === null || draft.urls.length === 0) return false;
  return line.urls.length === 0 || !draft.hasHeading;
}

function isSameCode(a: string, b: string): boolean {
  return composedCode(a).toLowerCase() === composedCode(b).toLowerCase();
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
  for (const url of line.urls) {
    draft.urls.push(url);
    draft.urlLines.push(number);
  }
}

/** Keeps the first code that a line of the group seems to name. Returns the label without it. */
function takeSuggestion(draft: GroupDraft, { label, texts }: Line): string | null {
  if (draft.suggestedCode !== null) return label;
  for (const text of texts) {
    const suggestion = readSuggestion(text);
    if (suggestion === null) continue;
    draft.suggestedCode = suggestion.promoCode;
    return text === label ? suggestion.name : label;
  }
  return label;
}

/** Returns the group in an array, which is empty when nothing was added. */
function finished(draft: GroupDraft): LinkGroup[] {
  const { labels, promoCode, suggestedCode, plainLabels, urls, firstLine, lastLine, urlLines } = draft;
  if (labels.length === 0 && promoCode === null && urls.length === 0) return [];
  const suggestion = suggestedCode === null ? null : { promoCode: suggestedCode, name: joined(plainLabels) };
  return [{ name: joined(labels), promoCode, urls, suggestion, firstLine, lastLine, urlLines }];
}

function joined(labels: readonly string[]): string | null {
  return labels.length > 0 ? labels.join(' ') : null;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const CODE = /^(?:promo[ -]?code|promo|code) ?[:：] ?(?<code>.*)$/iu;

/** Returns null for a separator: a line without links, letters and digits. */
function readLine(lineText: string): Line | null {
  if (!LETTER_OR_DIGIT.test(lineText)) return null;
  const { texts, urls } = splitLinks(lineText);
  let label: string | null = null;
  let promoCode: string | null = null;
  const others: string[] = [];
  for (const [index, text] of texts.entries()) {
    const plain = withoutBullet(text);
    const code = CODE.exec(plain)?.groups?.['code'];
    if (code !== undefined) promoCode ??= code === '' ? null : code;
    else if (index === 0) label = readLabel(plain);
    if (code === undefined) others.push(index === 0 && label !== null ? label : plain);
  }
  return { label, promoCode, texts: others, urls };
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

const BULLET = /^(?:[-*+•·‣◦–—>#]{1,6}|\d{1,4}[.)])(?: |$)/u;

function withoutBullet(text: string): string {
  return text.replace(BULLET, '');
}

/** Separators between a label and its links: `Anna:`, `Anna -`. */
const LABEL_SEPARATORS = new Set([' ', ':', '-', '–', '—', '|', ',', ';', '=', '>', '→']);

/** Returns null for text without a name, such as an arrow or a row of dashes. */
function readLabel(text: string): string | null {
  if (!LETTER_OR_DIGIT.test(text)) return null;
  let end = text.length;
  while (LABEL_SEPARATORS.has(text.charAt(end - 1))) end -= 1;
  const label = text.slice(0, end);
  return label.startsWith('[') && label.endsWith(']') ? label.slice(1, -1) : label;
}
