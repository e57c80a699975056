import { call } from '../api/call.js';
import type { Input } from '../api/operations.js';
import { PAGE_ROWS } from '../api/queries.js';
import { copyText } from '../ui/copy-text.js';
import { showError, showToast } from '../ui/toasts.js';

export interface CopiedViewCounts {
  /** The view counts to copy. */
  readonly of: Omit<Input<'deals.view_logs'>, 'limit' | 'offset'>;
  /** The message when there are none. */
  readonly none: string;
  /** The beginning of the confirmation. */
  readonly what?: string;
}

/** Copies the text of view counts of any deals, 200 at a time, and confirms it. */
export async function copyViewCounts(copied: CopiedViewCounts, offset = 0): Promise<void> {
  const asked = call('deals.view_logs', { ...copied.of, limit: PAGE_ROWS, offset });
  const isCopied = await copyText(asked.then((answer) => answer.copyText)).catch(() => false);
  const answer = await asked.catch(() => undefined);
  if (!answer || !isCopied) showError("Couldn't copy the text. Try again.");
  else if (answer.total === 0) showToast(copied.none);
  else sayCopied(answer, copied, offset);
}

function sayCopied(
  { items, total }: { readonly items: readonly unknown[]; readonly total: number },
  copied: CopiedViewCounts,
  offset: number,
): void {
  const begin = copied.what === undefined ? '' : `${copied.what}: `;
  const end = offset + items.length;
  if (end >= total && offset === 0) return showToast(`${begin}${viewCountsText(total)} copied`);
  const run = (): void => void copyViewCounts(copied, offset + PAGE_ROWS);
  const text = `${begin}view counts ${offset + 1} to ${end} of ${total} copied`;
  showToast(text, end < total ? { action: { label: 'Copy the next ones', run }, shownMs: 60_000 } : {});
}

/** The number of view counts, in words. */
export function viewCountsText(count: number): string {
  return count === 1 ? '1 view count' : `${count} view counts`;
}
