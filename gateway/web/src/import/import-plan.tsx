import { useSignedIn } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import { firstCheck } from './first-check.js';
import { DealCard, describeDuplicates } from './import-parts.js';
import { NeedsCodeCard } from './needs-code-card.js';
import { noteKeyOf, type OpenGroup } from './open-group.js';
import { ProblemLines } from './problem-lines.js';
import { UnknownSites } from './unknown-sites.js';
import type { ImportState, PlannedText } from './use-import.js';

interface ImportPlanProps {
  readonly state: ImportState;
  readonly planned: PlannedText;
  /** The text has changed since; its plan is loading. */
  readonly isStale: boolean;
  readonly onShowLine: (line: number) => void;
}

/** The import's effect, group by group; groups without a code are solved in place. */
export function ImportPlan({ state, planned, isStale, onShowLine }: ImportPlanProps) {
  const { settings, formats } = useSignedIn();
  const { postDate, results, draft } = state;
  const { summary, deals, needsPromoCode } = planned.plan;
  const first = firstCheck(postDate, settings.viewCheckDays);
  // Finished parts leave the plan before the next one confirms it.
  const isOver = isStale && results.length > 0;
  const hasNews = summary.videosAdded > 0 || summary.videosAlreadyPresent > 0 || results.length === 0;
  const open = needsPromoCode.filter(({ urls }) => !isStale || urls.every((url) => draft.text.includes(url)));
  return (
    <div className={classNames('flex flex-col gap-3', isStale && !isOver && 'opacity-60')} aria-live="polite">
      {hasNews && !isOver && (
        <p className="font-medium">
          {summary.videosAdded === 1 ? '1 new video' : `${formats.count(summary.videosAdded)} new videos`}
          {summary.videosAlreadyPresent > 0 && `, ${formats.count(summary.videosAlreadyPresent)} already tracked`}
          <span className="font-normal text-soft">
            {summary.duplicatesSkipped > 0 && ` · ${describeDuplicates(summary.duplicatesSkipped, formats.count)}`}
            {summary.videosAdded > 0 && first && ` · first check ${formats.day(first)}`}
          </span>
        </p>
      )}
      {open.map((group, index) => (
        <NeedsCodeCard key={keyOf(group, open.slice(0, index))} group={group} state={state} planned={planned} />
      ))}
      <ProblemLines state={state} planned={planned} onShowLine={onShowLine} />
      <UnknownSites sites={planned.plan.unknownSites} onShowLine={onShowLine} />
      {!isOver && deals.map((deal, index) => <DealCard key={index} deal={deal} />)}
    </div>
  );
}

/** Stable while other groups come and go; the same group may have been pasted twice. */
function keyOf(group: OpenGroup, before: readonly OpenGroup[]): string {
  const key = noteKeyOf(group);
  return `${before.filter((each) => noteKeyOf(each) === key).length} ${key}`;
}
