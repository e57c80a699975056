import { type KeyboardEvent, useId, useState } from 'react';
import { useFormats } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { FIELD_CLASS } from '../ui/fields/field.js';
import { CountField, CountMessage } from '../views/count-field.js';
import { readCount } from '../views/read-count.js';
import type { VerificationRow } from './evidence-types.js';
import { readSeconds, showSeconds } from './read-seconds.js';
import { reviewOf, type Row, type Seen, typedCount } from './work.js';

export interface RowFindingsProps {
  readonly row: Row;
  readonly verdict: VerificationRow | undefined;
  /** The reviewer's name. */
  readonly reviewer: string;
  readonly onChange: (change: (row: Row) => Row) => void;
  /** Moves to the next row. */
  readonly onDone: () => void;
}

/** The user's findings: the moment of the promotion, or that there is none, and the count. */
export function RowFindings({ row, verdict, reviewer, onChange, onDone }: RowFindingsProps) {
  const { directProof } = row;
  const isRejected = directProof?.status === 'rejected';
  const decide = (seen: Seen | 'not_in_it' | null): void =>
    onChange((now) => ({
      ...now,
      directProof: seen && reviewOf(now, seen, { name: reviewer, at: new Date() }),
    }));
  const secondsOf = (kind: Seen['kind']): number | null =>
    directProof?.status === 'confirmed' && directProof.proofKind === kind
      ? (directProof.observedPromoAtSeconds ?? null)
      : null;
  return (
    <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:grid-cols-[8rem_8rem_auto_minmax(0,12rem)] sm:items-start">
      {SIGHTS.map(([kind, label]) => (
        <MomentField
          key={kind}
          label={label}
          seconds={secondsOf(kind)}
          onSeconds={(seconds) => {
            if (seconds !== null) decide({ kind, seconds });
            else if (secondsOf(kind) !== null) decide(null);
          }}
        />
      ))}
      <button
        type="button"
        aria-pressed={isRejected}
        onClick={() => decide(isRejected ? null : 'not_in_it')}
        className={buttonClass(
          'plain',
          classNames('justify-self-start sm:mt-6', isRejected && 'border-bad bg-bad-soft text-bad'),
        )}
      >
        Not mentioned
      </button>
      <RowCount row={row} verdict={verdict} onChange={onChange} onDone={onDone} />
    </div>
  );
}

const SIGHTS = [
  ['spoken_promo', 'Heard at'],
  ['sponsor_brand_logo', 'Logo at'],
] as const;

interface MomentFieldProps {
  readonly label: string;
  /** The found moment; null without one. */
  readonly seconds: number | null;
  readonly onSeconds: (seconds: number | null) => void;
}

/** Accepts a moment as m:ss as soon as the typed text is valid. */
function MomentField({ label, seconds, onSeconds }: MomentFieldProps) {
  const id = useId();
  const [text, setText] = useState(seconds === null ? '' : showSeconds(seconds));
  const read = text.trim() === '' ? null : readSeconds(text);
  const isTaken = read !== null && 'seconds' in read && read.seconds === seconds;
  // Another finding has replaced this one.
  const shown = read !== null && 'seconds' in read && !isTaken ? (seconds === null ? '' : showSeconds(seconds)) : text;
  const problem = read !== null && 'problem' in read && shown === text ? read.problem : undefined;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label} <span className="font-normal text-soft">m:ss</span>
      </label>
      <input
        id={id}
        className={`${FIELD_CLASS} tabular-nums`}
        inputMode="text"
        autoComplete="off"
        enterKeyHint="next"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          const typed = readSeconds(value);
          onSeconds('seconds' in typed ? typed.seconds : null);
        }}
        onKeyDown={goOn}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-[13px] text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Enter moves to the count. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.closest('li')?.querySelector<HTMLElement>('[data-count] input')?.focus();
}

/** The count on the video's page; a detected one need not be typed. */
function RowCount({ row, verdict, onChange, onDone }: Omit<RowFindingsProps, 'reviewer'>) {
  const id = useId();
  const { count } = useFormats();
  const typed = typedCount(row);
  const [text, setText] = useState(typed === null ? '' : count(typed));
  const read = text.trim() === '' ? null : readCount(text);
  const problem = read !== null && 'problem' in read ? read.problem : undefined;
  const found = verdict?.viewCount?.value ?? null;
  const take = (entered: string): void => {
    setText(entered);
    const value = entered.trim() === '' ? null : readCount(entered);
    onChange((now) => ({ ...now, viewCount: value !== null && 'value' in value ? value.value : null }));
  };
  return (
    <div data-count className="flex flex-col gap-1">
      <span className="font-medium" aria-hidden>
        View count
      </span>
      <CountField
        label="View count"
        text={text}
        onText={take}
        isRefused={problem !== undefined}
        messageId={`${id}-message`}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onDone();
        }}
      />
      <CountMessage
        id={`${id}-message`}
        text={typed !== null && text === count(typed) ? '' : text}
        message={problem}
        tone={problem === undefined ? 'soft' : 'bad'}
      />
      {typed === null && text === '' && found !== null && (
        <p className="text-[13px] text-soft">{count(found)} found. Enter another number to correct it.</p>
      )}
    </div>
  );
}
