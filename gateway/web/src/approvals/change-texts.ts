import { labelOf } from '@svc/operations/schemas/field-label';
import { NOT_SHOWN } from '@svc/operations/schemas/not-shown';
import type { Item, Output } from '../api/operations.js';
import { type AgentCall, type Reader, wordsFor } from './value-words.js';

export type Approval = Item<'approvals.list'>;
export type ShownApproval = Output<'approvals.get'>;

/** The status of an approval, which tells withdrawn ones from others that expired. */
export type ApprovalState = Approval['status'] | 'withdrawn';

/** Maximum length of a value; longer ones show their length. */
const VALUE_CHARACTERS_MAX = 2_000;
/** Fields with a record's name, best first. */
const NAMES = ['name', 'title', 'url', 'targetUrl', 'shortId', 'sourceUrl', 'value', 'amount'];
/** The text to type for a record without a name. */
const NAMELESS = 'delete';
/** Maximum length of a name that a user must type. */
const TYPED_MAX = 100;

export interface ChangeRow {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

export interface ChangeTable {
  readonly caption: string;
  /** Whether each of the two columns has content. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly rows: readonly ChangeRow[];
  /** The number of omitted fields. */
  readonly notShown: number;
}

/** A call to decide about. */
export type Change = Pick<ShownApproval, keyof AgentCall | 'destructive' | 'conversationId'>;

/** The changes of a call, if known, otherwise the agent's input; undefined when it is no longer stored. */
export function describeChange(approval: Change, reader: Reader): ChangeTable | undefined {
  const { diff, input, destructive } = approval;
  const { valueOf, sentAmount } = wordsFor(approval, reader);
  const rowOf = (field: string, before: unknown, after: unknown): ChangeRow => ({
    label: visible(labelOf(field)),
    before: bounded(valueOf(field, before)),
    after: bounded((after === null ? undefined : sentAmount(field)) ?? valueOf(field, after)),
  });
  if (diff === null || diff.length === 0) {
    if (input === null) return undefined;
    const rows = Object.entries(input).map(([field, value]) => rowOf(field, null, value));
    return { caption: `What ${senderOf(approval)} sends`, hasBefore: false, hasAfter: true, rows, notShown: 0 };
  }
  const shown = diff.filter(({ field }) => field !== NOT_SHOWN);
  const notShown = Number(diff.find(({ field }) => field === NOT_SHOWN)?.before ?? 0);
  // The whole input, because the diff truncates long texts.
  const rows = shown.map(({ field, before, after }) =>
    rowOf(field, before, isCut(after) ? (input?.[field] ?? after) : after),
  );
  if (destructive) return { caption: 'To be deleted', hasBefore: true, hasAfter: false, rows, notShown };
  // Unchanged values, such as the deal of a new payment, need no second column.
  const hasBefore = shown.some(
    ({ before, after }) => before !== null && JSON.stringify(before) !== JSON.stringify(after),
  );
  const caption = hasBefore ? 'Changes' : 'New values';
  return { caption, hasBefore, hasAfter: true, rows, notShown };
}

/** Whether a text in the diff was cut. */
function isCut(value: unknown): boolean {
  return typeof value === 'string' && /… \(\d+ characters in all\)$/.test(value);
}

/** Each field of the input, in full. */
export function everythingSent(
  called: AgentCall,
  reader: Reader,
): readonly { readonly label: string; readonly text: string }[] {
  const { valueOf } = wordsFor(called, reader);
  return Object.entries(called.input ?? {}).map(([field, value]) => ({
    label: visible(labelOf(field)),
    text: visible(valueOf(field, value)),
  }));
}

/**
 * Whether the input holds a field, or the rest of a long text, that the table of `describeChange` lacks. `targets` are the fields that only identify
 * the record, which the summary names.
 */
export function sendsMore(approval: Change, reader: Reader, targets: readonly string[]): boolean {
  const { diff, input } = approval;
  const { valueOf } = wordsFor(approval, reader);
  const hasDiff = diff !== null && diff.length > 0;
  const isShown = (field: string): boolean =>
    !hasDiff || diff.some((each) => labelOf(each.field) === labelOf(field)) || targets.includes(field);
  const isLong = (field: string, value: unknown): boolean =>
    visible(valueOf(field, value)).length > VALUE_CHARACTERS_MAX;
  return Object.entries(input ?? {}).some(([field, value]) => !isShown(field) || isLong(field, value));
}

/** The state of an approval; a gateway of the previous release does not tell which ones were withdrawn. */
export function stateOf({ status, withdrawnAt }: Pick<Approval, 'status' | 'withdrawnAt'>): ApprovalState {
  return status === 'expired' && withdrawnAt ? 'withdrawn' : status;
}

/** The text to type before a deletion is approved: the record's name. */
export function nameToType({ diff }: ShownApproval): string {
  const changed = new Map((diff ?? []).map(({ field, before }) => [field, before]));
  const names = NAMES.map((field) => changed.get(field))
    .filter((value) => typeof value === 'number' || typeof value === 'string')
    .map((value) => plain(String(value)));
  return names.find((name) => name !== '' && name.length <= TYPED_MAX) ?? NAMELESS;
}

/** Who sends the call. */
export function senderOf({ conversationId }: Pick<Approval, 'conversationId'>): string {
  return conversationId === null ? 'the agent' : 'the copilot';
}

/** Display name of the requester. */
export function askerOf({ agentName, conversationId }: Pick<Approval, 'agentName' | 'conversationId'>): string {
  if (conversationId !== null) return 'The copilot';
  return agentName === null ? 'An adapter of this installation' : visible(agentName);
}

/** Replaces invisible characters and direction marks with visible symbols. */
export function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, '\uFFFD');
}

/** Removes characters that a single-line field cannot contain. */
function plain(text: string): string {
  return visible(text).replaceAll(/\s+/g, ' ').trim();
}

function bounded(said: string): string {
  const text = visible(said);
  if (text.length <= VALUE_CHARACTERS_MAX) return text;
  return `${text.slice(0, VALUE_CHARACTERS_MAX)}… (${text.length} characters in all)`;
}
