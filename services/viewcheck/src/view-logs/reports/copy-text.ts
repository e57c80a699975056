import { localDay } from '@svc/chassis/time/calendar';
import type { ViewLog } from '@svc/proto/viewcheck/v1/view_log_service';

/** The fields of a view log in the text. */
export type CopyTextRow = Pick<
  ViewLog,
  'dealId' | 'dealName' | 'promoCode' | 'videoUrl' | 'value' | 'checkedAt' | 'screenshot'
>;

/** Every Unicode line break; CR LF counts as one. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

const WITH_COMMAS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/**
 * Formats view logs as text to paste elsewhere: a block per deal, in the order in which deals first appear, with its rows in order. One blank line
 * separates blocks, and nothing follows the last; empty without rows. Days are in the time zone.
 */
export function copyText(rows: readonly CopyTextRow[], timeZone: string): string {
  const blocks = new Map<string, string[]>();
  for (const row of rows) {
    const block = blocks.get(row.dealId) ?? [heading(row)];
    block.push(line(row, timeZone));
    blocks.set(row.dealId, block);
  }
  return [...blocks.values()].map((block) => block.join('\n')).join('\n\n');
}

function heading({ dealName, promoCode }: CopyTextRow): string {
  return onOneLine(promoCode ? `${dealName} [${promoCode}]` : dealName);
}

function line(row: CopyTextRow, timeZone: string): string {
  const { videoUrl, value, checkedAt, screenshot } = row;
  const proof = screenshot?.shareUrl ? ` proof: ${screenshot.shareUrl}` : '';
  const day = localDay(checkedAt ?? new Date(0), timeZone);
  return `${videoUrl} - ${WITH_COMMAS.format(value)} views (${day})${proof}`;
}

function onOneLine(text: string): string {
  return text.replaceAll(LINE_BREAK, ' ');
}
