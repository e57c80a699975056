import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';
import { noteReportCopied } from '../first-steps/kept-steps.js';
import { copyText } from '../ui/copy-text.js';
import { showError, showToast } from '../ui/toasts.js';
import { viewCountsText } from './copy-view-counts.js';

export interface CopiedReport {
  readonly dealId: string;
  readonly dealName: string;
  /** The day of the report; absent for all of the deal's days. */
  readonly day?: string;
  /** A message template around the view counts. */
  readonly templateId?: string;
}

/** Copies the sponsor's text for one deal, and confirms it. Without any, the clipboard stays unchanged. */
export async function copyReport({ dealId, dealName, day, templateId }: CopiedReport): Promise<void> {
  const days = day === undefined ? {} : { from: day, to: day };
  const asked = call('deals.report', { dealId, ...days, ...(templateId !== undefined && { templateId }) });
  const text = asked.then((report) => {
    if (report.rows.length === 0) throw new Error('There is nothing to copy.');
    return report.text;
  });
  const isCopied = await copyText(text).catch(() => false);
  const report = await asked.catch(() => undefined);
  if (report?.rows.length === 0)
    showToast(`No view counts for ${dealName}${day === undefined ? '' : ' on this day'} yet.`);
  else if (!report || !isCopied) showError("Couldn't copy the report. Try again.");
  else {
    noteReportCopied();
    showToast([`${describeReport(report)} copied for ${dealName}`, ...problemsOf(report)].join('. '));
  }
}

const EMPTY_PLACEHOLDERS: Readonly<Record<string, string>> = {
  '{contact}': 'No contact to fill in',
  '{code}': 'No promo code to fill in',
};

/** Placeholders that are still in the text, or were filled with nothing, in words. */
export function problemsOf({ unknownPlaceholders, emptyPlaceholders }: Output<'deals.report'>): readonly string[] {
  return [
    ...unknownPlaceholders.map((placeholder) => `${placeholder} isn't a placeholder`),
    // The number of view counts is shown elsewhere.
    ...emptyPlaceholders.flatMap((placeholder) => EMPTY_PLACEHOLDERS[placeholder] ?? []),
  ];
}

/** The contents of a report, in words. */
export function describeReport({ rows, total, degraded = [] }: Output<'deals.report'>): string {
  const count = rows.length;
  const counts = count < total ? `Latest ${count} of ${viewCountsText(total)}` : viewCountsText(count);
  return degraded.includes('screenshots') ? `${counts} without screenshots` : counts;
}
