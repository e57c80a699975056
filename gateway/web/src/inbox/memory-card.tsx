import { MemoryOrigin } from '../agents/memory-origin.js';
import type { Item } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { showToast } from '../ui/toasts.js';
import { InboxCard } from './inbox-card.js';

/** A memory that an agent wrote: the user keeps or archives it. */
export function MemoryCard({ memory }: { readonly memory: Item<'memory.list'> }) {
  const keep = useChange('memory.keep');
  const archive = useChange('memory.archive');
  const { id, version, content } = memory;
  const isBusy = keep.isPending || archive.isPending;
  const change = { input: { memoryId: id }, version };
  return (
    <InboxCard
      title={<bdi className="whitespace-pre-wrap">{content}</bdi>}
      error={keep.error ?? archive.error}
      actions={
        <>
          <Button
            disabled={isBusy}
            onClick={() => archive.mutate(change, { onSuccess: () => showToast('Memory archived') })}
          >
            Archive
          </Button>
          <Button
            kind="primary"
            disabled={isBusy}
            onClick={() => keep.mutate(change, { onSuccess: () => showToast('Memory kept') })}
          >
            Keep
          </Button>
        </>
      }
    >
      <MemoryOrigin memory={memory} />
    </InboxCard>
  );
}
