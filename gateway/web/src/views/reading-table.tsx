import { lazy, Suspense, useRef, useState } from 'react';
import { useHiddenRecords } from '../api/hidden-records.js';
import { useFormats } from '../shell/account.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { ListTable, type ListTableProps } from '../ui/list-table.js';
import type { MenuItem } from '../ui/menu.js';
import { PictureField } from '../ui/picture-field.js';
import { provenReading, withoutRemoved } from './proof-of.js';
import { useReadingColumns } from './reading-columns.js';
import type { Reading } from './reading.js';
import { useProofChanges } from './use-proof-changes.js';

// Most visits open none of these.
const ReadingForm = lazy(async () => ({ default: (await import('./reading-form.js')).ReadingForm }));
const ReadingHistory = lazy(async () => ({ default: (await import('./reading-history.js')).ReadingHistory }));
const ProofLightbox = lazy(async () => ({ default: (await import('./proof-lightbox.js')).ProofLightbox }));

interface ReadingTableProps extends Pick<ListTableProps<Reading>, 'list' | 'empty' | 'noMatch' | 'selection'> {
  /** Whether each row says of which deal it is. */
  readonly withDeal?: boolean;
}

type Opened = { readonly what: 'correct' | 'history' | 'proof'; readonly readingId: string };

/** View counts, latest first, with their proof; each can be corrected, with what was corrected before, and deleted. */
export function ReadingTable({ list, withDeal = false, ...rest }: ReadingTableProps) {
  const [open, setOpen] = useState<Opened>();
  const { count } = useFormats();
  const hidden = useHiddenRecords();
  const shown = hidden.size === 0 ? list.items : list.items.map((reading) => withoutRemoved(reading, hidden));
  const deleteReading = useUndoableDeletion('deals.delete_view_log');
  const proofs = useProofChanges();
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef<Reading>(null);
  const askForPicture = (reading: Reading): void => {
    asked.current = reading;
    field.current?.click();
  };
  const columns = useReadingColumns({
    withDeal,
    onProof: (readingId) => setOpen({ what: 'proof', readingId }),
    actions: (reading) => {
      const { id, dealId, value, version } = reading;
      const what = `the view count of ${count(value)} views`;
      const remove = () => deleteReading({ id, what, input: { dealId, viewId: id }, version });
      return actionsOf(reading, {
        open: setOpen,
        attach: () => askForPicture(reading),
        detach: () => proofs.remove(reading),
        remove: reading.deletable && remove,
      });
    },
  });
  const opened = shown.find(({ id }) => id === open?.readingId);
  const close = (): void => setOpen(undefined);
  const proven = open?.what === 'proof' ? shown.flatMap((reading) => provenReading(reading) ?? []) : [];
  const looked = proven.find(({ reading }) => reading === opened);
  return (
    <>
      <ListTable
        label="View counts"
        list={{ ...list, items: shown }}
        columns={columns}
        keyOf={({ id }) => id}
        {...rest}
      />
      <PictureField
        ref={field}
        label="Screenshot of the view count"
        onPicture={(picture) => {
          if (asked.current) void proofs.attach(asked.current, picture);
        }}
      />
      <Suspense>
        {opened && open?.what === 'correct' && <ReadingForm reading={opened} onClose={close} />}
        {opened && open?.what === 'history' && <ReadingHistory reading={opened} onClose={close} />}
        {looked && (
          <ProofLightbox
            proven={proven}
            shown={looked}
            onShow={(readingId) => setOpen({ what: 'proof', readingId })}
            readMore={list.readMore}
            onReplace={askForPicture}
            onRemove={proofs.remove}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

interface ReadingActions {
  readonly open: (opened: Opened) => void;
  readonly attach: () => void;
  readonly detach: () => void;
  readonly remove: (() => void) | false;
}

function actionsOf({ id, editable, screenshot }: Reading, actions: ReadingActions): readonly MenuItem[] {
  const proof: readonly MenuItem[] =
    screenshot === null
      ? [{ label: 'Attach screenshot…', run: actions.attach }]
      : [
          { label: 'Replace screenshot…', run: actions.attach },
          { label: 'Remove screenshot', run: actions.detach },
        ];
  return [
    ...(editable ? [{ label: 'Correct…', run: () => actions.open({ what: 'correct', readingId: id }) }, ...proof] : []),
    { label: 'History', run: () => actions.open({ what: 'history', readingId: id }) },
    ...(actions.remove ? [{ label: 'Delete', run: actions.remove, isDangerous: true }] : []),
  ];
}
