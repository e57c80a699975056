import type { Deal } from './deal-texts.js';

/** Views in percent of the agreed target, rounded down; undefined without a target. */
export function percentOfTarget({
  totalViews,
  viewsTarget,
}: Pick<Deal, 'totalViews' | 'viewsTarget'>): number | undefined {
  return viewsTarget === null || viewsTarget === 0 ? undefined : Math.floor((100 * totalViews) / viewsTarget);
}
