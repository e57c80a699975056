import { Copy } from 'lucide-react';
import { call } from '../api/call.js';
import type { Input } from '../api/operations.js';
import { PAGE_ROWS } from '../api/queries.js';
import { useKeys } from '../shell/shortcuts.js';
import { Button } from '../ui/button.js';
import { copyText } from '../ui/copy-text.js';
import { showToast } from '../ui/toasts.js';

interface CopyButtonProps {
  /** Which readings. */
  readonly of: Omit<Input<'deals.view_logs'>, 'limit' | 'offset'>;
  /** Says that there are none. */
  readonly none: string;
  /** What the button says. */
  readonly label?: string;
}

/** Copies the text for the sponsor of some readings: the server's, 200 readings at a time. */
export function CopyButton({ of, none, label = 'Copy text' }: CopyButtonProps) {
  const copy = async (offset: number): Promise<void> => {
    const reading = call('deals.view_logs', { ...of, limit: PAGE_ROWS, offset });
    const isCopied = await copyText(reading.then((answer) => answer.copyText)).catch(() => false);
    const answer = await reading.catch(() => undefined);
    if (!answer || !isCopied) showToast("Couldn't copy the text. Try again.");
    else if (answer.total === 0) showToast(none);
    else sayCopied(answer, offset, () => void copy(offset + PAGE_ROWS));
  };
  useKeys({ c: { about: 'Copy text for the sponsor', run: () => void copy(0) } });
  return (
    <Button onClick={() => void copy(0)} title="Press c">
      <Copy size={15} aria-hidden /> {label}
    </Button>
  );
}

function sayCopied(
  { items, total }: { readonly items: readonly unknown[]; readonly total: number },
  offset: number,
  copyNext: () => void,
): void {
  const end = offset + items.length;
  if (end >= total && offset === 0)
    return showToast(total === 1 ? '1 view count copied' : `${total} view counts copied`);
  const text = `Copied view counts ${offset + 1} to ${end} of ${total}`;
  showToast(text, end < total ? { action: { label: 'Copy the next ones', run: copyNext }, shownMs: 60_000 } : {});
}
