import type { LineRange } from './import-group.js';
import type { Line, NamedCode } from './pasted-line.js';
import type { Suggestion } from './suggested-code.js';

/** Links of one person or deal in the pasted text. Without `urls` it is a label or code without links, for the caller to report. */
export interface LinkGroup {
  readonly name: string | null;
  readonly promoCode: string | null;
  readonly urls: readonly string[];
  /** A possible promo code in one of its labels or remarks. */
  readonly suggestion: Suggestion | null;
  /** Lines of the group in the text, in order. */
  readonly lines: readonly LineRange[];
  /** The line of each link. */
  readonly urlLines: readonly number[];
}

/** A line with its number, and the code that it seems to name. */
export type ReadLine = Line & { readonly number: number; readonly named: NamedCode | null };

/** A group to which lines are still added. */
export interface GroupDraft {
  readonly labels: string[];
  promoCode: string | null;
  /** The first code that a text seems to name. */
  suggestedCode: string | null;
  /** The labels with that code removed. */
  readonly plainLabels: string[];
  readonly urls: string[];
  readonly urlLines: number[];
  readonly lines: LineRange[];
}

export function emptyDraft(lines: readonly LineRange[] = []): GroupDraft {
  return {
    labels: [],
    promoCode: null,
    suggestedCode: null,
    plainLabels: [],
    urls: [],
    urlLines: [],
    lines: [...lines],
  };
}

export function copyOf(draft: GroupDraft): GroupDraft {
  const { labels, plainLabels, urls, urlLines, lines } = draft;
  return {
    ...draft,
    labels: [...labels],
    plainLabels: [...plainLabels],
    urls: [...urls],
    urlLines: [...urlLines],
    lines: [...lines],
  };
}

/** Adds a line. Labels without links name the group together; before a link, only the first one does. */
export function extendDraft(draft: GroupDraft, line: ReadLine): void {
  const { label, urls, number, named } = line;
  const isNew = named !== null && draft.suggestedCode === null;
  if (isNew) draft.suggestedCode = named.promoCode;
  if (label !== null && (draft.labels.length === 0 || (urls.length === 0 && !line.isRow))) {
    draft.labels.push(label);
    const plainLabel = isNew ? named.label : label;
    if (plainLabel !== null) draft.plainLabels.push(plainLabel);
  }
  draft.promoCode ??= line.promoCode;
  for (const url of urls) {
    draft.urls.push(url);
    draft.urlLines.push(number);
  }
  addLineNumber(draft.lines, number);
}

/** Adds a line number to ascending ranges. */
export function addLineNumber(ranges: LineRange[], number: number): void {
  const last = ranges.at(-1);
  if (last?.lastLine === number - 1) ranges[ranges.length - 1] = { ...last, lastLine: number };
  else ranges.push({ firstLine: number, lastLine: number });
}

/** Returns the group in an array, which is empty when the lines say nothing. */
export function finishedDraft({ labels, plainLabels, suggestedCode, ...draft }: GroupDraft): LinkGroup[] {
  if (labels.length === 0 && draft.promoCode === null && draft.urls.length === 0) return [];
  const suggestion = suggestedCode === null ? null : { promoCode: suggestedCode, name: joined(plainLabels) };
  return [{ ...draft, name: joined(labels), suggestion }];
}

function joined(labels: readonly string[]): string | null {
  return labels.length > 0 ? labels.join(' ') : null;
}
