import { useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { recordViews } from '../../record-views/record-views.js';
import { usePeople } from '../../shell/people.js';
import { useKeys } from '../../shell/shortcuts.js';
import { useUndoableDeletion } from '../../shell/undoable-deletion.js';
import { Button, buttonClass } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { useIsNarrow } from '../../ui/media.js';
import { Menu } from '../../ui/menu.js';
import { PageHead } from '../../ui/page-head.js';
import { showError, showToast } from '../../ui/toasts.js';
import { copyReport } from '../../views/copy-report.js';
import type { Deal } from '../deal-texts.js';
import { useContactName } from '../form/use-people-of.js';
import { StatusChip } from '../status-chip.js';
import { StatusMenu } from './status-menu.js';

// Loaded lazily, because most visits neither edit nor share it.
const DealForm = lazy(async () => ({ default: (await import('../form/deal-form.js')).DealForm }));
const ShareDialog = lazy(async () => ({ default: (await import('../../shares/share-dialog.js')).ShareDialog }));

interface DealHeadProps {
  readonly deal: Deal;
  /** Whether the page has rows of videos, which the key `v` focuses. */
  readonly hasVideoRows: boolean;
}

/** The name and status of a deal, and its actions. */
export function DealHead({ deal, hasVideoRows }: DealHeadProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | 'share'>();
  const { canEdit, canEditViews, role } = deal.access;
  // On phones all actions fit on one line without it.
  const isNarrow = useIsNarrow();
  const close = (): void => setOpen(undefined);
  const copy = (): void => void copyReport({ dealId: deal.id, dealName: deal.name });
  const record = (): void => recordViews({ dealId: deal.id, dealName: deal.name });
  useKeys({
    c: { about: 'Copy report', run: copy },
    ...(canEditViews && !hasVideoRows && { v: { about: 'Record views', run: record } }),
    ...(canEdit && { e: { about: 'Edit deal', run: () => setOpen('edit') } }),
  });
  return (
    <>
      <PageHead
        title={deal.name}
        about={<DealFacts deal={deal} />}
        actions={
          <>
            {canEditViews && (
              <Button kind="primary" onClick={record} title="Press v">
                Record views
              </Button>
            )}
            <Button onClick={copy} title="Press c">
              <Copy size={15} aria-hidden className="max-sm:hidden" /> Copy report
            </Button>
            {canEdit && (
              <>
                {!isNarrow && (
                  <Button onClick={() => setOpen('edit')} title="Press e">
                    Edit
                  </Button>
                )}
                {role === 'owner' && <Button onClick={() => setOpen('share')}>Share</Button>}
                <Menu
                  label="More"
                  className={buttonClass('quiet', 'px-2')}
                  items={[
                    ...(isNarrow ? [{ label: 'Edit deal…', run: () => setOpen('edit') }] : []),
                    { label: 'Delete deal…', run: () => setOpen('delete'), isDangerous: true },
                  ]}
                >
                  <Ellipsis size={16} aria-hidden />
                </Menu>
              </>
            )}
          </>
        }
      />
      <Suspense>
        {open === 'edit' && <DealForm deal={deal} onClose={close} />}
        {open === 'share' && (
          <ShareDialog record={{ entityType: 'deal', entityId: deal.id, title: deal.name }} onClose={close} />
        )}
      </Suspense>
      {open === 'delete' && <DeleteDialog deal={deal} onClose={close} />}
    </>
  );
}

/** The line below the name: status, promo code, brand, and owner. */
function DealFacts({ deal }: { readonly deal: Deal }) {
  const { nameOf } = usePeople();
  const contactName = useContactName(deal);
  const { brand, promoCode, access, ownerId } = deal;
  return (
    <span className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 pointer-coarse:min-h-11">
      {access.canEdit ? <StatusMenu deal={deal} /> : <StatusChip status={deal.status} />}
      {promoCode !== null && <CopyCode code={promoCode} />}
      {brand !== null && <bdi>{brand}</bdi>}
      {contactName !== null && <bdi>{contactName}</bdi>}
      {access.role !== 'owner' && <bdi>Shared by {nameOf(ownerId)}</bdi>}
      {access.role === 'owner' && access.teamIds.length > 0 && (
        <span>{access.teamIds.length === 1 ? 'Shared with a team' : `Shared with ${access.teamIds.length} teams`}</span>
      )}
    </span>
  );
}

function CopyCode({ code }: { readonly code: string }) {
  return (
    <button
      type="button"
      title="Copy promo code"
      onClick={() =>
        void copyText(code).then((isCopied) =>
          isCopied ? showToast(`${code} copied`) : showError("Couldn't copy the code."),
        )
      }
      className="inline-flex min-h-6 items-center gap-1.5 rounded px-1 text-left font-mono hover:bg-sunken pointer-coarse:min-h-11"
    >
      <bdi className="min-w-0">{code}</bdi>
      <Copy size={13} role="img" aria-label="Copy" className="shrink-0" />
    </button>
  );
}

function DeleteDialog({ deal, onClose }: { readonly deal: Deal; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const deleteDeal = useUndoableDeletion('deals.delete');
  return (
    <ConfirmDialog
      title="Delete deal?"
      action="Delete deal"
      onClose={onClose}
      run={async () => {
        await navigate({ to: '/deals', replace: true });
        deleteDeal({ id: deal.id, what: `“${deal.name}”`, input: { dealId: deal.id }, version: deal.version });
      }}
    >
      <p>
        <bdi className="font-medium">{deal.name}</bdi> is deleted with its{' '}
        {deal.videoCount === 1 ? 'video' : `${deal.videoCount} videos`}, their view counts, and its payments.
      </p>
    </ConfirmDialog>
  );
}
