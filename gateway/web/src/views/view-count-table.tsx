import { lazy, Suspense, useRef, useState } from 'react';
import { useHiddenRecords } from '../api/hidden-records.js';
import { useFormats } from '../shell/account.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { ImageField } from '../ui/fields/image-field.js';
import type { MenuItem } from '../ui/menu-popup.js';
import { ListTable, type ListTableProps } from '../ui/tables/list-table.js';
import { canReplaceProof, provenViewCount, withoutRemoved } from './proof-of.js';
import { useProofChanges } from './use-proof-changes.js';
import type { ViewCount } from './view-count.js';
import { useViewCountColumns } from './view-count-columns.js';

// Loaded lazily, because most visits open none of these.
const ViewCountForm = lazy(async () => ({ default: (await import('./view-count-form.js')).ViewCountForm }));
const ViewCountHistory = lazy(async () => ({ default: (await import('./view-count-history.js')).ViewCountHistory }));
const ProofLightbox = lazy(async () => ({ default: (await import('./proof-lightbox.js')).ProofLightbox }));

interface ViewCountTableProps extends Pick<
  ListTableProps<ViewCount>,
  'list' | 'empty' | 'emptyAction' | 'noMatch' | 'selection'
> {
  /** Whether each row names its deal. */
  readonly withDeal?: boolean;
}

type Opened = { readonly what: 'correct' | 'history' | 'proof'; readonly viewCountId: string };

/** View counts, latest first, with their proof; each can be corrected, with its history, and deleted. */
export function ViewCountTable({ list, withDeal = false, ...rest }: ViewCountTableProps) {
  const [open, setOpen] = useState<Opened>();
  const { count } = useFormats();
  const hidden = useHiddenRecords();
  const shown = hidden.size === 0 ? list.items : list.items.map((viewCount) => withoutRemoved(viewCount, hidden));
  const deleteViewCount = useUndoableDeletion('deals.delete_view_log');
  const proofs = useProofChanges();
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef<ViewCount>(null);
  const chooseImage = (viewCount: ViewCount): void => {
    // The row itself still has the screenshot whose removal can be undone.
    asked.current = list.items.find(({ id }) => id === viewCount.id) ?? viewCount;
    field.current?.click();
  };
  const columns = useViewCountColumns({
    withDeal,
    onProof: (viewCountId) => setOpen({ what: 'proof', viewCountId }),
    actions: (viewCount) => {
      const { id, dealId, value, version } = viewCount;
      const what = `the view count of ${count(value)} views`;
      const remove = () => deleteViewCount({ id, what, input: { dealId, viewId: id }, version });
      return actionsOf(viewCount, {
        open: setOpen,
        attach: () => chooseImage(viewCount),
        detach: () => proofs.remove(viewCount),
        remove: viewCount.deletable && remove,
      });
    },
  });
  const opened = shown.find(({ id }) => id === open?.viewCountId);
  const close = (): void => setOpen(undefined);
  const proven = open?.what === 'proof' ? shown.flatMap((viewCount) => provenViewCount(viewCount) ?? []) : [];
  const looked = proven.find(({ viewCount }) => viewCount === opened);
  return (
    <>
      <ListTable
        label="View counts"
        list={{ ...list, items: shown }}
        columns={columns}
        keyOf={({ id }) => id}
        {...rest}
      />
      <ImageField
        ref={field}
        label="Screenshot of the view count"
        onImage={(image) => {
          if (asked.current) void proofs.attach(asked.current, image);
        }}
      />
      <Suspense>
        {opened && open?.what === 'correct' && <ViewCountForm viewCount={opened} onClose={close} />}
        {opened && open?.what === 'history' && <ViewCountHistory viewCount={opened} onClose={close} />}
        {looked && (
          <ProofLightbox
            proven={proven}
            shown={looked}
            onShow={(viewCountId) => setOpen({ what: 'proof', viewCountId })}
            readMore={list.readMore}
            onReplace={chooseImage}
            onRemove={proofs.remove}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

interface ViewCountActions {
  readonly open: (opened: Opened) => void;
  readonly attach: () => void;
  readonly detach: () => void;
  readonly remove: (() => void) | false;
}

function actionsOf(viewCount: ViewCount, actions: ViewCountActions): readonly MenuItem[] {
  const { id, editable } = viewCount;
  return [
    ...(editable ? [{ label: 'Correct…', run: () => actions.open({ what: 'correct', viewCountId: id }) }] : []),
    ...proofActionsOf(viewCount, actions),
    { label: 'History', run: () => actions.open({ what: 'history', viewCountId: id }) },
    ...(actions.remove ? [{ label: 'Delete', run: actions.remove, isDangerous: true }] : []),
  ];
}

function proofActionsOf(viewCount: ViewCount, { attach, detach }: ViewCountActions): readonly MenuItem[] {
  if (!canReplaceProof(viewCount)) return [];
  if (viewCount.screenshot === null) return [{ label: 'Attach screenshot…', run: attach }];
  return [
    { label: 'Replace screenshot…', run: attach },
    { label: 'Remove screenshot', run: detach },
  ];
}
