import { useRef, useState } from 'react';
import { useList } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { useKeptFocus } from '../ui/kept-focus.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { EditShareDialog } from './edit-share-dialog.js';
import { ExternalShareForm } from './external-share-form.js';
import type { ExternalShare, SharedRecord } from './record.js';
import { ShareCard } from './share-card.js';
import { EndShareDialog } from './share-changes.js';

/** The shared links to a record, newest first, with a form for a new one. */
export function ExternalShares({ record }: { readonly record: SharedRecord }) {
  const [made, setMade] = useState<ExternalShare>();
  const [isWanted, setWanted] = useState<boolean>();
  const [open, setOpen] = useState<{ readonly what: 'change' | 'end'; readonly id: string }>();
  const shares = useList('external_shares.list', { entityId: record.entityId });
  // The list contains the link only after it is read again.
  const isListed = !made || shares.items.some(({ id }) => id === made.id);
  const links = isListed ? shares.items : [made, ...shares.items];
  // Without a link there is nothing else to do here.
  const isMaking = isWanted ?? (!shares.isPending && !shares.isError && links.length === 0);
  const section = useRef<HTMLElement>(null);
  const focus = useKeptFocus(section);
  const wanted = links.find(({ id }) => id === open?.id);
  const close = (): void => setOpen(undefined);
  return (
    <section ref={section} aria-labelledby="shared-links" {...focus}>
      <h3 id="shared-links" className="mb-1 font-semibold">
        Shared links
      </h3>
      <p className="mb-2 text-soft">Anyone with the link can see what you choose. No account needed.</p>
      {shares.isError && (
        <div className="mb-3">
          <PageError error={shares.error} />
        </div>
      )}
      {shares.isPending && <SkeletonRows rows={1} rowClass="flex h-10 items-center" />}
      {links.length > 0 && (
        <ul className="mb-3 flex flex-col gap-3">
          {links.map((share) => (
            <ShareCard
              key={share.id}
              share={share}
              isNew={share.id === made?.id}
              onOpen={(what) => setOpen({ what, id: share.id })}
            />
          ))}
        </ul>
      )}
      <More of={shares} className="mb-3" />
      {isMaking ? (
        <div className="rounded-md border border-line p-3">
          <ExternalShareForm record={record} onMade={setMade} onClose={() => setWanted(false)} />
        </div>
      ) : (
        <Button onClick={() => setWanted(true)}>Create link…</Button>
      )}
      {wanted && open?.what === 'change' && <EditShareDialog share={wanted} onClose={close} />}
      {wanted && open?.what === 'end' && (
        <EndShareDialog
          share={wanted}
          onClose={close}
          onEnded={() => {
            setMade((before) => (before?.id === wanted.id ? undefined : before));
            setWanted(false);
          }}
        />
      )}
    </section>
  );
}
