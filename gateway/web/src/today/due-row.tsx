import { MessageSquareText, Undo2 } from 'lucide-react';
import { memo, useCallback, useState, useSyncExternalStore, type ClipboardEvent, type KeyboardEvent } from 'react';
import { ProofButton, ProofLine } from '../screenshots/proof.js';
import { useFormats } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import { useDroppedFile } from '../ui/dropped-file.js';
import { FIELD_CLASS } from '../ui/field.js';
import { shortUrl } from '../ui/short-url.js';
import { CountField, CountMessage } from '../views/count-field.js';
import { AttachedProof } from './attached-proof.js';
import type { Recordings, RowState } from './recordings.js';
import type { DueView } from './use-due-list.js';

export interface RowActions {
  /** Takes what the field holds and goes on. */
  readonly enter: (index: number, stays: boolean) => void;
  readonly move: (index: number, step: 1 | -1) => void;
  /** Goes into the field of the row. */
  readonly focus: (index: number) => void;
  /** Fills the rows from here on with pasted lines. */
  readonly fill: (index: number, lines: readonly string[]) => void;
  readonly undo: () => void;
}

interface DueRowProps {
  readonly due: DueView;
  readonly index: number;
  readonly today: string;
  readonly recordings: Recordings;
  readonly actions: RowActions;
  /** Hears of the row's field. It stays the same, or each row would be drawn again as others come and go. */
  readonly onField: (index: number, field: HTMLInputElement | null) => void;
}

/** One check that is due, with the field for its count. */
export const DueRow = memo(function DueRow({ due, index, today, recordings, actions, onField }: DueRowProps) {
  const state = useSyncExternalStore(
    (listener) => recordings.subscribe(due.videoId, listener),
    () => recordings.stateOf(due.videoId),
  );
  const fieldRef = useCallback((field: HTMLInputElement | null) => onField(index, field), [onField, index]);
  const [isOpen, setOpen] = useState(false);
  const prove = (picture: File): void => void recordings.prove(due, picture);
  const { isOver, target } = useDroppedFile(prove);
  const messageId = `message-${due.videoId}`;
  return (
    <div
      {...target}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-3 py-1.5 sm:grid-cols-[minmax(0,1fr)_8.5rem_11rem_auto]',
        state.status === 'recorded' && 'text-soft',
        isOver && 'bg-accent-soft',
      )}
    >
      <AboutVideo due={due} />
      <LastValue due={due} today={today} />
      <CountField
        ref={fieldRef}
        className="max-sm:col-span-2"
        label={`Views of ${nameOf(due)}, ${shortUrl(due.videoUrl)}`}
        messageId={state.message === undefined ? undefined : messageId}
        isRefused={state.status === 'refused'}
        text={state.text}
        onText={(text) => recordings.type(due, text)}
        onKeyDown={(event) => onKey(event, index, actions, () => recordings.type(due, ''))}
        onPaste={(event) => onPaste(event, index, actions, prove)}
      />
      <div className="flex items-center max-sm:absolute max-sm:top-1 max-sm:right-0">
        <ProofButton
          label={`${state.proof?.status === 'attached' ? 'Replace screenshot' : 'Screenshot'} for ${nameOf(due)}`}
          onPicture={prove}
        />
        <button
          type="button"
          aria-label={`Note for ${nameOf(due)}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="rounded p-1.5 text-soft hover:bg-sunken pointer-coarse:p-3"
        >
          <MessageSquareText size={16} aria-hidden />
        </button>
      </div>
      <RowMessage id={messageId} state={state} onUndo={actions.undo} />
      {state.proof && (
        <ProofLine proof={state.proof} onUse={(found) => recordings.type(due, String(found))} isOpen={!state.log}>
          {state.proof.status === 'attached' && (
            <AttachedProof
              screenshotId={state.proof.screenshotId}
              name={nameOf(due)}
              onRemove={() => void recordings.unprove(due)}
            />
          )}
        </ProofLine>
      )}
      {isOpen && <MoreFields due={due} state={state} recordings={recordings} />}
    </div>
  );
});

function AboutVideo({ due }: { readonly due: DueView }) {
  const { count, day } = useFormats();
  return (
    <div className="min-w-0">
      <p className="flex min-w-0 items-baseline gap-2 max-sm:pr-20">
        <bdi className="truncate font-medium">{due.dealName}</bdi>
        {due.promoCode !== null && (
          <bdi className="max-w-1/2 shrink-0 truncate font-mono text-[13px] text-soft">{due.promoCode}</bdi>
        )}
      </p>
      <p className="flex min-w-0 items-baseline gap-x-2 text-[13px] text-soft max-sm:flex-wrap">
        <a
          href={due.videoUrl}
          target="_blank"
          rel="noreferrer"
          className="max-w-full truncate underline decoration-line-strong underline-offset-2 hover:text-ink"
        >
          {shortUrl(due.videoUrl)}
        </a>
        <span className="shrink-0" title={`Posted ${day(due.postDate)}, due ${day(due.dueDate)}`}>
          Day-{due.checkDay} check
          {due.daysOverdue > 0 && (
            <span className="text-warn"> · {due.daysOverdue === 1 ? '1 day' : `${due.daysOverdue} days`} overdue</span>
          )}
        </span>
        {due.lastValue !== null && <span className="shrink-0 sm:hidden">last {count(due.lastValue)}</span>}
      </p>
    </div>
  );
}

function LastValue({ due, today }: { readonly due: DueView; readonly today: string }) {
  const { count, dayOf, shortDay } = useFormats();
  return (
    <p className="text-right tabular-nums max-sm:hidden">
      {due.lastValue === null ? <span className="text-soft">never checked</span> : count(due.lastValue)}
      {due.lastCheckedAt !== null && (
        <span className="block text-[13px] text-soft">{shortDay(dayOf(due.lastCheckedAt), today)}</span>
      )}
    </p>
  );
}

/** What the field means before it counts, or what became of it. */
function RowMessage({
  id,
  state,
  onUndo,
}: {
  readonly id: string;
  readonly state: RowState;
  readonly onUndo: () => void;
}) {
  const { text, status, message } = state;
  if (status === 'recorded') {
    return (
      <p className="col-span-full flex items-center justify-end gap-2 text-[13px] text-good sm:col-span-3">
        Recorded
        {state.isLast && (
          <button
            type="button"
            tabIndex={-1}
            onClick={onUndo}
            className="inline-flex items-center gap-1 rounded px-1 text-soft hover:bg-sunken"
          >
            <Undo2 size={13} aria-hidden /> Undo (Ctrl Z)
          </button>
        )}
      </p>
    );
  }
  return (
    <CountMessage
      id={id}
      className="col-span-full text-right sm:col-span-3"
      text={status === 'open' ? text : ''}
      message={message}
      tone={status === 'refused' ? 'bad' : status === 'doubtful' ? 'warn' : 'soft'}
    />
  );
}

function MoreFields({
  due,
  state,
  recordings,
}: Pick<DueRowProps, 'due' | 'recordings'> & { readonly state: RowState }) {
  return (
    <div className="col-span-full grid gap-2 pb-2 sm:grid-cols-2">
      <input
        className={FIELD_CLASS}
        aria-label="Note"
        placeholder="Note"
        maxLength={2_000}
        value={state.about?.note ?? ''}
        onChange={(event) => recordings.describe(due, { note: event.currentTarget.value })}
      />
      <input
        className={FIELD_CLASS}
        type="url"
        aria-label="Source URL"
        placeholder="https://… source of the count"
        maxLength={2_000}
        value={state.about?.sourceUrl ?? ''}
        onChange={(event) => recordings.describe(due, { sourceUrl: event.currentTarget.value })}
      />
    </div>
  );
}

function onKey(event: KeyboardEvent, index: number, actions: RowActions, empty: () => void): void {
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey);
  const isEmpty = event.currentTarget instanceof HTMLInputElement && event.currentTarget.value === '';
  const act = {
    Enter: () => actions.enter(index, event.shiftKey),
    ArrowDown: () => actions.move(index, 1),
    ArrowUp: () => actions.move(index, -1),
    Escape: isEmpty ? () => leave(event.currentTarget) : empty,
    z: isUndo && isEmpty ? actions.undo : undefined,
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Leaves a field for its row, where single letters act. */
function leave(field: Element): void {
  field.closest<HTMLElement>('[role=listitem]')?.focus();
}

function onPaste(event: ClipboardEvent, index: number, actions: RowActions, prove: (picture: File) => void): void {
  const [picture] = event.clipboardData.files;
  if (picture) {
    event.preventDefault();
    prove(picture);
    return;
  }
  const lines = event.clipboardData
    .getData('text/plain')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  if (lines.length < 2) return;
  event.preventDefault();
  actions.fill(index, lines);
}

function nameOf({ dealName, promoCode }: DueView): string {
  return promoCode === null ? dealName : `${dealName} (${promoCode})`;
}
