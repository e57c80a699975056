import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Copy, Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { describeError } from '../api/api-error.js';
import { isUnreadable, useChange, useOperation } from '../api/queries.js';
import { useKeys } from '../shell/shortcuts.js';
import { recordViews } from '../record-views/record-views.js';
import { Button, buttonClass } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { copyText } from '../ui/copy-text.js';
import { Menu } from '../ui/menu.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { Tabs } from '../ui/tabs.js';
import { showToast } from '../ui/toasts.js';
import { copyReport } from '../views/copy-report.js';
import { DealForm } from './deal-form.js';
import type { DealTab } from './deal-tabs.js';
import { NEXT_STATUSES, STATUS_NAMES, type Deal } from './deal-texts.js';
import { StatusChip } from './status-chip.js';
import { OverviewTab } from './overview-tab.js';

const VideosTab = lazy(async () => ({ default: (await import('./videos-tab.js')).VideosTab }));
const ViewsTab = lazy(async () => ({ default: (await import('./views-tab.js')).ViewsTab }));
const MoneyTab = lazy(async () => ({ default: (await import('./money-tab.js')).MoneyTab }));
const ActivityTab = lazy(async () => ({ default: (await import('./activity-tab.js')).ActivityTab }));

const ShareDialog = lazy(async () => ({ default: (await import('../shares/share-dialog.js')).ShareDialog }));

const TAB_NAMES: Readonly<Record<DealTab, string>> = {
  overview: 'Overview',
  videos: 'Videos',
  views: 'Views',
  money: 'Money',
  activity: 'Activity',
};

/** One deal with everything that belongs to it. */
export function DealPage() {
  const { dealId } = useParams({ from: '/app/deals/$dealId' });
  const { tab = 'overview' } = useSearch({ from: '/app/deals/$dealId' });
  const deal = useOperation('deals.get', { dealId });
  if (isUnreadable(deal)) return <PageError error={deal.error} />;
  if (!deal.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  return (
    <div className="mx-auto max-w-5xl">
      <DealHead deal={deal.data} hasVideoRows={tab === 'videos'} />
      <Tabs
        label="Deal sections"
        names={TAB_NAMES}
        current={tab}
        linkTo={(each) => ({
          to: '/deals/$dealId',
          params: { dealId },
          search: each === 'overview' ? {} : { tab: each },
        })}
      />
      <Suspense>
        {tab === 'overview' && <OverviewTab deal={deal.data} />}
        {tab === 'videos' && <VideosTab deal={deal.data} />}
        {tab === 'views' && <ViewsTab deal={deal.data} />}
        {tab === 'money' && <MoneyTab deal={deal.data} />}
        {tab === 'activity' && <ActivityTab deal={deal.data} />}
      </Suspense>
    </div>
  );
}

interface DealHeadProps {
  readonly deal: Deal;
  /** Rows of videos stand below, to which `v` goes. */
  readonly hasVideoRows: boolean;
}

function DealHead({ deal, hasVideoRows }: DealHeadProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'delete' | 'share'>();
  const changing = useChange('deals.update');
  const deleting = useChange('deals.delete', { leave: () => navigate({ to: '/deals' }) });
  const { canEdit, canEditViews, role } = deal.access;
  const setStatus = (status: Deal['status']): void => {
    changing
      .mutateAsync({ input: { dealId: deal.id, status }, version: deal.version })
      .catch((error: unknown) => showToast(describeError(error)));
  };
  const copy = (): void => void copyReport({ dealId: deal.id, dealName: deal.name });
  const record = (): void => recordViews({ dealId: deal.id, dealName: deal.name });
  useKeys({
    c: { about: 'Copy report', run: copy },
    ...(canEditViews &&
      !hasVideoRows && {
        v: { about: 'Record views', run: record },
      }),
    ...(canEdit && { e: { about: 'Edit deal', run: () => setOpen('edit') } }),
  });
  return (
    <>
      <PageHead
        title={deal.name}
        about={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusChip status={deal.status} />
            {deal.promoCode !== null && <CopyCode code={deal.promoCode} />}
            {deal.brand !== null && <bdi>{deal.brand}</bdi>}
            {role !== 'owner' && <span>shared with you</span>}
          </span>
        }
        actions={
          <>
            {canEditViews && (
              <Button onClick={record} title="Press v">
                Record views
              </Button>
            )}
            <Button onClick={copy} title="Press c">
              <Copy size={15} aria-hidden /> Copy report
            </Button>
            {canEdit && (
              <>
                {NEXT_STATUSES[deal.status].map((status) => (
                  <Button key={status} disabled={changing.isPending} onClick={() => setStatus(status)}>
                    {STATUS_ACTIONS[status]}
                  </Button>
                ))}
                <Button onClick={() => setOpen('edit')} title="Press e">
                  Edit
                </Button>
                {role === 'owner' && <Button onClick={() => setOpen('share')}>Share</Button>}
                <Menu
                  label="More"
                  className={buttonClass('quiet', 'px-2')}
                  items={[{ label: 'Delete deal…', run: () => setOpen('delete'), isDangerous: true }]}
                >
                  <Ellipsis size={16} aria-hidden />
                </Menu>
              </>
            )}
          </>
        }
      />
      {open === 'edit' && <DealForm deal={deal} onClose={() => setOpen(undefined)} />}
      {open === 'share' && (
        <Suspense>
          <ShareDialog
            record={{ entityType: 'deal', entityId: deal.id, title: deal.name }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete deal?"
          action="Delete deal"
          onClose={() => setOpen(undefined)}
          run={() => deleting.mutateAsync({ input: { dealId: deal.id }, version: deal.version })}
        >
          <p>
            <bdi className="font-medium">{deal.name}</bdi> is deleted with its{' '}
            {deal.videoCount === 1 ? 'video' : `${deal.videoCount} videos`}, their view counts, and its payments. This
            can't be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** What a button says that leads to a state. */
const STATUS_ACTIONS: Readonly<Record<Deal['status'], string>> = {
  draft: `Back to ${STATUS_NAMES.draft.toLowerCase()}`,
  active: 'Reopen',
  completed: 'Complete',
  cancelled: 'Cancel deal',
};

function CopyCode({ code }: { readonly code: string }) {
  return (
    <button
      type="button"
      title="Copy promo code"
      onClick={() =>
        void copyText(code).then((isCopied) => showToast(isCopied ? `Copied ${code}.` : "Couldn't copy the code."))
      }
      className="rounded px-1 font-mono hover:bg-sunken pointer-coarse:py-2"
    >
      <bdi>{code}</bdi>
    </button>
  );
}
