import { localDate } from './checked-at.js';

/** A row of the text. */
export interface CopyTextRow {
  readonly dealId: string;
  readonly dealName: string;
  readonly promoCode: string | null;
  readonly videoUrl: string;
  readonly value: number;
  readonly checkedAt: Date;
  /** Null when there is no screenshot that the caller may see. */
  readonly shareUrl: string | null;
}

/** Every Unicode line break; CR LF counts as one. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

const WITH_COMMAS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/**
 * Readings as text to paste elsewhere: a block per deal, in the order in which deals first appear, with its rows in theirs.
 * Blocks are parted by one blank line, and nothing follows the last; empty without rows. Days are those of the time zone.
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
  const proof = row.shareUrl ? ` proof: ${row.shareUrl}` : '';
  return `${row.videoUrl} - ${WITH_COMMAS.format(row.value)} views (${localDate(row.checkedAt, timeZone)})${proof}`;
}

function onOneLine(text: string): string {
  return text.replaceAll(LINE_BREAK, ' ');
}
