import { dayReached } from '@svc/web/shared/describe-growth';
import type { Item, Output } from '../../api/operations.js';
import { useFormats, useToday } from '../../shell/account.js';
import { Progress } from '../../ui/progress.js';
import { type Deal, PACE_NAMES } from '../deal-texts.js';
import { firstPostOf } from '../page/first-post.js';
import { pointsOf } from '../page/points-of.js';
import { percentOfTarget } from '../percent-of-target.js';
import { paceOf } from './pace.js';

interface TargetProgressProps {
  readonly deal: Deal;
  readonly series: Output<'deals.view_series'> | undefined;
  readonly videos: readonly Item<'deals.list_videos'>[];
}

/** Views of the agreed target, and whether that is on pace. */
export function TargetProgress({ deal, series, videos }: TargetProgressProps) {
  const { count, shortDay } = useFormats();
  const today = useToday();
  const { totalViews, viewsTarget, viewCheckDays: checkDays } = deal;
  const percent = percentOfTarget(deal);
  const sum = pointsOf(series?.sum ?? []);
  if (viewsTarget === null || percent === undefined) {
    return (
      <p>
        <strong className="text-2xl leading-8 font-semibold tabular-nums">{count(totalViews)}</strong>{' '}
        <span className="text-soft">{totalViews === 1 ? 'view' : 'views'}</span>
      </p>
    );
  }
  const reached = dayReached(sum, viewsTarget);
  const pace = paceOf({ sum, target: viewsTarget, firstPost: firstPostOf(deal, videos), checkDays });
  // Lists say what the server says; what this page computes of a deal that it shows in part is said only where it agrees.
  const state = deal.pace ?? pace?.state;
  const agreed = pace?.state === state ? pace : undefined;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
        <strong className="text-2xl leading-8 font-semibold tabular-nums">{count(totalViews)}</strong>
        <span className="text-soft tabular-nums">of {count(viewsTarget)} views</span>
        <span className="ml-auto font-medium tabular-nums">{count(percent)}%</span>
      </p>
      <Progress label="Progress to target" value={totalViews} max={viewsTarget} isWide />
      <p className="mt-1.5">
        {reached !== undefined && <span className="text-good">Target reached {shortDay(reached, today)}</span>}
        {reached === undefined && state === 'missed' && (
          <span className="text-warn">
            {agreed ? `Day ${agreed.lastDay} has passed` : PACE_NAMES.missed}: {count(viewsTarget - totalViews)} views
            short
          </span>
        )}
        {reached === undefined && state && state !== 'missed' && (
          <>
            <span className={state === 'ahead' ? 'text-good' : 'text-warn'}>{PACE_NAMES[state]}</span>{' '}
            {agreed && (
              <span className="text-soft">
                ({count(agreed.expected)} by day {agreed.day} of {agreed.lastDay})
              </span>
            )}
          </>
        )}
      </p>
    </div>
  );
}
