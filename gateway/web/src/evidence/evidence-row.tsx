import { Check, ChevronRight, Circle } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { useFormats, useToday } from '../shell/account.js';
import { Chip, type Tone } from '../ui/chip.js';
import { classNames } from '../ui/class-names.js';
import { useDroppedFile } from '../ui/fields/dropped-file.js';
import { shortUrl } from '../ui/short-url.js';
import type { VerificationRow } from './evidence-types.js';
import { platformName } from './planned-pages.js';
import { reasonsOf, REQUIREMENTS } from './reason-texts.js';
import type { RankedRow } from './use-judged.js';
import { type Row, typedCount } from './work.js';

const REASONS_MAX = 3;

const STATUSES: Readonly<Record<VerificationRow['verifierStatus'], readonly [word: string, tone: Tone]>> = {
  verified: ['ready', 'good'],
  needs_review: ['to look at', 'accent'],
  incomplete: ['incomplete', 'plain'],
  rejected: ['not in it', 'bad'],
  existing: ['recorded today', 'plain'],
  duplicate: ['a duplicate', 'plain'],
};

/** Stable, so that a change of one row does not draw the others. */
export interface RowActions {
  readonly toggle: (candidateId: string) => void;
  readonly attach: (row: Row, image: File) => void;
}

interface EvidenceRowProps {
  readonly row: Row;
  readonly ranked: RankedRow | undefined;
  readonly verdict: VerificationRow | undefined;
  readonly refusal: string | undefined;
  readonly isOpen: boolean;
  readonly actions: RowActions;
  /** Shown while the row is open. */
  readonly children: ReactNode;
}

/** One video: reasons for and against it, its day, its count, and which parts of the evidence are complete. */
export const EvidenceRow = memo(function EvidenceRow(props: EvidenceRowProps) {
  const { row, ranked, verdict, refusal, isOpen, actions, children } = props;
  const id = useId();
  const { isOver, target } = useDroppedFile((image) => actions.attach(row, image));
  return (
    <li {...target} className={classNames(isOver && 'bg-accent-soft')}>
      <button
        type="button"
        data-head
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => actions.toggle(row.candidateId)}
        className="grid w-full grid-cols-[1rem_minmax(0,1fr)] items-start gap-x-2 gap-y-1 px-3 py-2.5 text-left hover:bg-sunken sm:grid-cols-[1rem_minmax(0,1fr)_auto]"
      >
        <ChevronRight size={16} aria-hidden className={classNames('mt-0.5 text-soft', isOpen && 'rotate-90')} />
        <AboutVideo row={row} ranked={ranked} />
        <CountAndDay row={row} verdict={verdict} />
        <Marks verdict={verdict} />
      </button>
      {refusal !== undefined && (
        <p role="alert" className="px-3 pb-2 pl-9 text-bad [overflow-wrap:anywhere]">
          Not recorded: {refusal}
        </p>
      )}
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </li>
  );
});

function AboutVideo({ row, ranked }: Pick<EvidenceRowProps, 'row' | 'ranked'>) {
  const { canonicalUrl, url, platform, accountHandle, known } = row;
  const title = row.title ?? known?.videoTitle;
  const address = shortUrl(canonicalUrl ?? url ?? '');
  const about = [known?.dealName, accountHandle && `@${accountHandle}`, title ? address : undefined];
  const reasons = ranked ? reasonsOf(ranked).slice(0, REASONS_MAX) : [];
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <bdi className="line-clamp-2 font-medium">{title ?? address}</bdi>
      <span className="block text-[13px] text-soft">
        {platformName(platform)}
        {about.map(
          (part, index) =>
            part && (
              <span key={index}>
                {' '}
                · <bdi>{part}</bdi>
              </span>
            ),
        )}
      </span>
      {reasons.length > 0 && <span className="block text-[13px] text-soft">{reasons.join(' · ')}</span>}
    </span>
  );
}

function CountAndDay({ row, verdict }: Pick<EvidenceRowProps, 'row' | 'verdict'>) {
  const { count, shortDay } = useFormats();
  const today = useToday();
  const value = verdict?.viewCount?.value ?? typedCount(row);
  const day = verdict?.published?.date;
  return (
    <span className="flex gap-x-3 tabular-nums max-sm:col-start-2 sm:flex-col sm:text-right">
      <span>{value === null ? <span className="text-soft">no count</span> : count(value)}</span>
      <span className="text-[13px] text-soft">{day ? shortDay(day, today) : 'no date'}</span>
    </span>
  );
}

/** Which parts of the evidence are complete, and the row's state. */
function Marks({ verdict }: Pick<EvidenceRowProps, 'verdict'>) {
  if (!verdict) return null;
  const [word, tone] = STATUSES[verdict.verifierStatus];
  return (
    <span className="col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] sm:col-end-4">
      {REQUIREMENTS.map(([requirement, name]) => {
        const isThere = !verdict.missingWriteRequirements.includes(requirement);
        const Icon = isThere ? Check : Circle;
        return (
          <span
            key={requirement}
            className={classNames('inline-flex items-center gap-1', isThere ? 'text-good' : 'text-soft')}
          >
            <Icon size={13} aria-hidden />
            {name}
            <span className="sr-only">{isThere ? 'is there' : 'is missing'}</span>
          </span>
        );
      })}
      <Chip tone={tone}>{word}</Chip>
    </span>
  );
}
