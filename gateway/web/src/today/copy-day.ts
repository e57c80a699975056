import { copyReport } from '../views/copy-report.js';
import { copyViewCounts } from '../views/copy-view-counts.js';

/** Copies a day's view counts for all sponsors together. */
export function copyEverything(day: string): void {
  const of = { scope: 'mine-and-shared', from: day, to: day } as const;
  void copyViewCounts({ of, what: 'Everything of the day', none: 'Nothing recorded on this day yet.' });
}

/** Copies a day's view counts for the deal of the focused row; else for all. */
export function copyFocused(
  day: string,
  deals: readonly { readonly dealId: string; readonly dealName: string }[],
): void {
  const row = document.activeElement?.closest('[data-deal]');
  const dealId = row instanceof HTMLElement ? row.dataset['deal'] : undefined;
  const deal = deals.find((each) => each.dealId === dealId);
  if (deal) void copyReport({ dealId: deal.dealId, dealName: deal.dealName, day });
  else copyEverything(day);
}
