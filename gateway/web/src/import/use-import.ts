import { useState } from 'react';
import type { Input, Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useSignedIn, useToday } from '../shell/account.js';
import { showToast } from '../ui/toasts.js';
import { keptImportOf, useImportDraft } from './import-draft.js';
import type { GroupNote, ImportDraft, KeptImport } from './kept-import.js';
import { noteKeyOf, type OpenGroup, type Plan, titleOf } from './open-group.js';
import { dismissedWith, type GoneLines, linesOf, onlyLines, withoutDone, withoutLines } from './pasted-lines.js';

export type ImportAnswer = Output<'deals.bulk_add_view_checks'>;
export type Collection = NonNullable<Input<'deals.bulk_add_view_checks'>['collections']>[number];

const UNDO_MS = 8_000;

/** A plan, with its text. */
export interface PlannedText {
  readonly plan: Plan;
  readonly text: string;
}

/** The text and its actions. A line leaves the text only once the server confirms it, or when the user dismisses it, which can be undone. */
export function useImport() {
  const { user } = useSignedIn();
  const today = useToday();
  const kept = keptImportOf(user.id);
  const draft = useImportDraft(user.id);
  const [results, setResults] = useState<readonly ImportAnswer[]>([]);
  const [isTyped, setTyped] = useState(false);
  const [isDateReadable, setDateReadable] = useState(true);
  const importing = useChange('deals.bulk_add_view_checks');
  const { text, notes } = draft;
  const postDate = draft.postDate ?? today;

  const change: ChangeDraft = (next) => {
    setTyped(false);
    kept.change(next);
  };

  const send = async (): Promise<void> => {
    if (text.trim() === '' || importing.isPending) return;
    const answer = await importing.mutateAsync({ input: { postDate, linksText: text } });
    setResults([answer]);
    change((before) => afterImport(before, text, postDate, answer));
  };

  return {
    draft,
    postDate,
    results,
    isTyped,
    hasDate: isDateReadable && postDate !== '',
    setDateReadable,
    importing,
    send,
    typeText: (typed: string): void => {
      setTyped(true);
      setResults([]);
      // Also stores the day shown beside the text, for the next visit.
      kept.type({ text: typed, postDate });
    },
    typeDate: (day: string): void => kept.type({ postDate: day }),
    noteOf: (group: OpenGroup): GroupNote => notes[noteKeyOf(group)] ?? {},
    note: (group: OpenGroup, note: GroupNote): void => {
      const all = kept.get().notes;
      const key = noteKeyOf(group);
      kept.type({ notes: { ...all, [key]: { ...all[key], ...note } } });
    },
    /** Removes the group that `answer` imported from the text; its unusable links stay, under its code. */
    solve: (group: OpenGroup, planned: PlannedText, promoCode: string, answer: ImportAnswer): void => {
      setResults((before) => [...before, answer]);
      change((before) => afterSolving(before, group, planned, promoCode));
    },
    /** Once an import has left groups, the number left now. */
    count: ({ plan, text: plannedText }: PlannedText): void => {
      const { open, text: now } = kept.get();
      const left = openCount(plan);
      if (open === undefined || open === left || now !== plannedText) return;
      kept.change((before) => ({ ...before, open: left }));
    },
    ...dismissals(kept, change),
  };
}

type ChangeDraft = (next: (before: ImportDraft) => ImportDraft) => void;

/** A removal by the user. If the text has changed since, undoing it appends the lines. */
function dismissals(kept: KeptImport, change: ChangeDraft) {
  const dismiss = (what: string, planned: PlannedText, gone: readonly GoneLines[]): void => {
    const before = kept.get();
    change((now) => ({ ...now, text: withoutLines(now.text, planned.text, gone, headingLinesOf(planned.plan)) }));
    const after = kept.get();
    if (after.text === before.text) return;
    const lines = gone.map((range) => ({ ...range, groupIndex: 0 }));
    const block = onlyLines(planned.text, lines, headingLinesOf(planned.plan));
    offerUndo(`Dismissed ${what}.`, () =>
      change((now) => (now.text === after.text ? before : withBlock(now, before, block))),
    );
  };
  return {
    dismissGroup: (group: OpenGroup, planned: PlannedText): void =>
      dismiss(titleOf(group), planned, wholeLinesOf(group, planned.plan)),
    dismissLine: (line: number, groupIndex: number, planned: PlannedText): void => {
      const { remainingLines, invalid, needsPromoCode } = planned.plan;
      const ofGroup = remainingLines.filter((lines) => lines.groupIndex === groupIndex);
      const isOpen = needsPromoCode.some((group) => group.groupIndex === groupIndex);
      const isLast = !isOpen && invalid.filter((each) => each.groupIndex === groupIndex).length === 1;
      dismiss(`line ${line}`, planned, [dismissedWith(planned.text, line, ofGroup, isLast)]);
    },
    clear: (): void => {
      const before = kept.get();
      change((now) => ({ ...now, text: '' }));
      offerUndo('Text cleared.', () => change((now) => (now.text === '' ? before : now)));
    },
  };
}

function offerUndo(text: string, run: () => void): void {
  showToast(text, { action: { label: 'Undo', run }, shownMs: UNDO_MS });
}

export type ImportState = ReturnType<typeof useImport>;

function openCount({ remainingLines }: Pick<Plan, 'remainingLines'>): number {
  return new Set(remainingLines.map(({ groupIndex }) => groupIndex)).size;
}

function afterImport(draft: ImportDraft, sent: string, postDate: string, answer: ImportAnswer): ImportDraft {
  const dated = answer.needsPromoCode.map((group) => {
    const key = noteKeyOf(group);
    return [key, { postDate, ...draft.notes[key] }] as const;
  });
  return {
    ...draft,
    postDate,
    text: saysWhatRemains(answer)
      ? withoutDone(draft.text, sent, answer.remainingLines, headingLinesOf(answer))
      : draft.text,
    open: openCount(answer),
    notes: { ...draft.notes, ...Object.fromEntries(dated) },
  };
}

/** During a rollout, a service of the previous release returns no lines; then the whole text is kept. */
function saysWhatRemains({ needsPromoCode, invalid, remainingLines }: ImportAnswer): boolean {
  return remainingLines.length > 0 || (needsPromoCode.length === 0 && invalid.every(({ line }) => line !== undefined));
}

/** During a rollout, a gateway of the previous release names no heading rows. */
function headingLinesOf({ headingLines = [] }: Partial<Pick<Plan, 'headingLines'>>): readonly number[] {
  return headingLines;
}

function wholeLinesOf({ groupIndex }: OpenGroup, { remainingLines }: Plan): GoneLines[] {
  return remainingLines
    .filter((lines) => lines.groupIndex === groupIndex)
    .map((lines) => ({ ...lines, isWithinGroup: false }));
}

function afterSolving(
  draft: ImportDraft,
  group: OpenGroup,
  { plan, text }: PlannedText,
  promoCode: string,
): ImportDraft {
  const lines = linesOf(text);
  const whole = wholeLinesOf(group, plan);
  const bad = plan.invalid.flatMap(({ groupIndex, line }) =>
    groupIndex === group.groupIndex && line !== undefined ? [lines[line - 1] ?? ''] : [],
  );
  const { [noteKeyOf(group)]: _solved, ...notes } = draft.notes;
  const rest = withoutLines(draft.text, text, whole, headingLinesOf(plan));
  const isGone = rest !== draft.text;
  const left = isGone && bad.length > 0 ? [`CODE: ${promoCode}`, ...new Set(bad)].join('\n') : '';
  return { ...draft, notes, text: withBlockBelow(rest, left), open: draft.open ?? openCount(plan) };
}

/** The text with another appended as a group. */
function withBlockBelow(text: string, block: string): string {
  return [text.trimEnd(), block].filter((part) => part !== '').join('\n\n');
}

/** Restores dismissed lines in a text that has been changed since. */
function withBlock(now: ImportDraft, before: ImportDraft, block: string): ImportDraft {
  return { ...now, notes: { ...before.notes, ...now.notes }, text: withBlockBelow(now.text, block) };
}
