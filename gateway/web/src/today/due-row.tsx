import { Link } from '@tanstack/react-router';
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useState, useSyncExternalStore } from 'react';
import { AttachedProof } from '../record-views/attached-proof.js';
import { CountDetailsFields } from '../record-views/count-details-fields.js';
import { ProofThumbnail } from '../record-views/proof-thumbnail.js';
import type { RowState } from '../record-views/row-state.js';
import type { TypedViewCounts } from '../record-views/typed-view-counts.js';
import { ViewCountMessage } from '../record-views/view-count-message.js';
import { ProofButton, ProofLine } from '../screenshots/proof.js';
import { useFormats } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import { useDroppedFile } from '../ui/fields/dropped-file.js';
import { RowIcon } from '../ui/tables/row-icon.js';
import { nameOfVideo } from '../videos/name-of-video.js';
import { CountField } from '../views/count-field.js';
import type { DueView } from './due-rows.js';

export interface RowActions {
  /** Accepts every typed count; those in doubt or refused stay. */
  readonly enterAll: () => void;
  readonly move: (index: number, step: 1 | -1) => void;
  /** Moves into the row's field. */
  readonly focus: (index: number) => void;
  /** Fills the rows from here on with pasted lines. */
  readonly fill: (index: number, lines: readonly string[]) => void;
  readonly undo: () => void;
}

interface DueRowProps {
  readonly due: DueView;
  readonly index: number;
  readonly today: string;
  /** Date of the view count; undefined means now. */
  readonly asOf: string | undefined;
  readonly typedViewCounts: TypedViewCounts;
  readonly actions: RowActions;
  /** Receives the row's field. It stays the same, or each row would be drawn again as others come and go. */
  readonly onField: (index: number, field: HTMLInputElement | null) => void;
}

/** One due check, with the field for its count. */
export const DueRow = memo(function DueRow(props: DueRowProps) {
  const { due, index, today, typedViewCounts, actions, onField } = props;
  const state = useSyncExternalStore(
    (listener) => typedViewCounts.subscribe(due.videoId, listener),
    () => typedViewCounts.stateOf(due.videoId),
  );
  const fieldRef = useCallback((field: HTMLInputElement | null) => onField(index, field), [onField, index]);
  const [isOpen, setOpen] = useState(false);
  const prove = useCallback((image: File): void => void typedViewCounts.prove(due, image), [typedViewCounts, due]);
  const { isOver, target } = useDroppedFile(prove);
  const goOn = useCallback(() => actions.focus(index), [actions, index]);
  const chooseProof = useCallback(
    (image: File): void => {
      prove(image);
      goOn();
    },
    [prove, goOn],
  );
  const isRecorded = state.log !== undefined;
  const messageId = `message-${due.videoId}`;
  return (
    <div
      {...target}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-x-3 gap-y-1 px-3 pt-1.5 pb-1 sm:grid-cols-[minmax(0,1fr)_8.5rem_11rem_auto] sm:gap-x-4',
        state.status === 'recorded' && 'text-soft',
        isOver && 'bg-accent-soft',
      )}
    >
      <AboutVideo due={due} isRecorded={isRecorded} />
      <div className="flex items-center justify-end gap-3 max-sm:hidden">
        {!isRecorded && <LastValue due={due} today={today} />}
        <RowThumbnail due={due} proof={state.proof} />
      </div>
      <CountField
        ref={fieldRef}
        className="max-sm:col-start-2 max-sm:row-start-2"
        label={`Views of ${nameOf(due)}, ${nameOfVideo(due.videoTitle, due.videoUrl)}`}
        messageId={state.message === undefined ? undefined : messageId}
        isRefused={state.status === 'refused'}
        text={state.text}
        onText={(text) => typedViewCounts.type(due, text)}
        onKeyDown={(event) => onKey(event, props)}
        // An emptied field would hide the recorded count.
        onBlur={() => state.text.trim() === '' && typedViewCounts.reset(due)}
        onPaste={(event) => onPaste(event, index, actions, prove)}
      />
      <RowTools
        due={due}
        hasProof={state.proof?.status === 'attached'}
        isOpen={isOpen}
        onOpen={setOpen}
        onImage={chooseProof}
      />
      {/* The line is always there, or rows would jump; on phones it is the space beside the field. */}
      <div className="max-sm:contents sm:col-span-full sm:flex sm:h-5 sm:items-center sm:justify-end sm:gap-4 sm:pr-[4.875rem]">
        <RowProof due={due} state={state} typedViewCounts={typedViewCounts} onRemove={goOn} />
        <ViewCountMessage
          id={messageId}
          state={state}
          onUndo={actions.undo}
          className="max-sm:col-start-1 max-sm:row-start-2 max-sm:leading-tight sm:truncate"
        />
      </div>
      {isOpen && (
        <CountDetailsFields
          className="col-span-full pb-2"
          autoFocus
          onKeyDown={({ key }) => {
            if (key !== 'Escape') return;
            setOpen(false);
            goOn();
          }}
          details={state.details}
          onDetails={(details) => typedViewCounts.describe(due, details)}
        />
      )}
    </div>
  );
});

interface RowProofProps extends Pick<DueRowProps, 'due' | 'typedViewCounts'> {
  readonly state: RowState;
  readonly onRemove: () => void;
}

/** The screenshot of a row, or the progress of its upload. */
function RowProof({ due, state: { proof, log }, typedViewCounts, onRemove }: RowProofProps) {
  if (!proof) return null;
  return (
    <ProofLine proof={proof} onUse={(found) => typedViewCounts.type(due, String(found))} isOpen={!log}>
      {proof.status === 'attached' && (
        <AttachedProof
          name={nameOf(due)}
          onRemove={() => {
            void typedViewCounts.unprove(due);
            onRemove();
          }}
        >
          <RowThumbnail due={due} proof={proof} className="sm:hidden" />
        </AttachedProof>
      )}
    </ProofLine>
  );
}

interface RowThumbnailProps extends Pick<DueRowProps, 'due'> {
  readonly proof: RowState['proof'];
  readonly className?: string;
}

/** Beside the field; on phones, which have no room there, below it. */
function RowThumbnail({ due, proof, className }: RowThumbnailProps) {
  if (proof?.status !== 'attached') return null;
  return (
    <ProofThumbnail
      {...(className !== undefined && { className })}
      screenshotId={proof.screenshotId}
      name={nameOf(due)}
      about={
        <p className="[overflow-wrap:anywhere]">
          <bdi>{due.dealName}</bdi> · <bdi>{nameOfVideo(due.videoTitle, due.videoUrl)}</bdi>
        </p>
      }
    />
  );
}

interface RowToolsProps {
  readonly due: DueView;
  readonly hasProof: boolean;
  /** Whether the note shows. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onImage: (image: File) => void;
}

const RowTools = memo(function RowTools({ due, hasProof, isOpen, onOpen, onImage }: RowToolsProps) {
  return (
    <div className="flex items-center max-sm:absolute max-sm:top-1 max-sm:right-0">
      <ProofButton label={`${hasProof ? 'Replace screenshot' : 'Screenshot'} for ${nameOf(due)}`} onImage={onImage} />
      <button
        type="button"
        aria-label={`Note for ${nameOf(due)}`}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
        className="rounded p-1.5 text-soft hover:bg-sunken pointer-coarse:p-3"
      >
        <RowIcon name="note" />
      </button>
    </div>
  );
});

interface AboutVideoProps {
  readonly due: DueView;
  readonly isRecorded: boolean;
}

const AboutVideo = memo(function AboutVideo({ due, isRecorded }: AboutVideoProps) {
  const { count, day } = useFormats();
  return (
    <div className="min-w-0 max-sm:col-span-full">
      <p className="flex min-w-0 items-baseline gap-2 max-sm:pr-20">
        <Link
          to="/deals/$dealId"
          params={{ dealId: due.dealId }}
          className="-mt-1 truncate pt-1 font-medium hover:underline"
        >
          <bdi>{due.dealName}</bdi>
        </Link>
        {due.promoCode !== null && (
          <bdi className="max-w-1/2 shrink-0 truncate font-mono text-[13px] text-soft">{due.promoCode}</bdi>
        )}
      </p>
      <p className="flex min-w-0 items-baseline gap-x-2 text-[13px] text-soft max-sm:flex-wrap">
        <a
          href={due.videoUrl}
          title={due.videoUrl}
          target="_blank"
          rel="noreferrer"
          className="-mb-1.5 max-w-full truncate pb-1.5 max-sm:w-full underline decoration-line-strong underline-offset-2 hover:text-ink"
        >
          <bdi>{nameOfVideo(due.videoTitle, due.videoUrl)}</bdi>
        </a>
        <span className="shrink-0" title={`Posted ${day(due.postDate)}, due ${day(due.dueDate)}`}>
          Day-{due.checkDay} check
          {due.daysOverdue > 0 && !isRecorded && (
            <span className="text-warn"> · {due.daysOverdue === 1 ? '1 day' : `${due.daysOverdue} days`} overdue</span>
          )}
        </span>
        {due.lastValue !== null && !isRecorded && (
          <span className="shrink-0 sm:hidden">last {count(due.lastValue)}</span>
        )}
      </p>
    </div>
  );
});

const LastValue = memo(function LastValue({ due, today }: { readonly due: DueView; readonly today: string }) {
  const { count, dayOf, shortDay } = useFormats();
  return (
    <p className="text-right tabular-nums">
      {due.lastValue === null ? <span className="text-soft">never checked</span> : count(due.lastValue)}
      {due.lastCheckedAt !== null && (
        <span className="block text-[13px] text-soft">{shortDay(dayOf(due.lastCheckedAt), today)}</span>
      )}
    </p>
  );
});

function onKey(event: KeyboardEvent, { due, index, asOf, typedViewCounts, actions }: DueRowProps): void {
  const act = {
    Enter: () => {
      if (event.ctrlKey || event.metaKey) actions.enterAll();
      else if (typedViewCounts.enter(due, asOf) && !event.shiftKey) actions.move(index, 1);
    },
    ArrowDown: () => actions.move(index, 1),
    ArrowUp: () => actions.move(index, -1),
    Escape: () => typedViewCounts.reset(due) || leave(event.currentTarget),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Leaves a field for its row, where single letters act. */
function leave(field: Element): void {
  field.closest<HTMLElement>('[role=listitem]')?.focus();
}

function onPaste(event: ClipboardEvent, index: number, actions: RowActions, prove: (image: File) => void): void {
  const [image] = event.clipboardData.files;
  if (image) {
    event.preventDefault();
    prove(image);
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
