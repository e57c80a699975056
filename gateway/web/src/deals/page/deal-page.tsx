import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ParentLink } from '../../address/parent-link.js';
import { isUnreadable, useOperation } from '../../api/queries.js';
import { Page } from '../../ui/page.js';
import { PageError } from '../../ui/page-error.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { Tabs } from '../../ui/tabs.js';
import type { DealTab } from '../deal-tabs.js';
import { OverviewTab } from '../overview/overview-tab.js';
import { DealHead } from './deal-head.js';

const VideosTab = lazy(async () => ({ default: (await import('./videos-tab.js')).VideosTab }));
const ViewsTab = lazy(async () => ({ default: (await import('./views-tab.js')).ViewsTab }));
const MoneyTab = lazy(async () => ({ default: (await import('./money-tab.js')).MoneyTab }));
const ActivityTab = lazy(async () => ({ default: (await import('./activity-tab.js')).ActivityTab }));

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
  if (!deal.data) {
    return (
      <Page width="list">
        <SkeletonRows rows={6} rowClass="flex h-10 items-center" />
      </Page>
    );
  }
  return (
    // Forms of one deal must not stay open on another.
    <Page key={dealId} width="list">
      <ParentLink to="/deals">Deals</ParentLink>
      <DealHead deal={deal.data} hasVideoRows={tab === 'videos' || tab === 'overview'} />
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
      <Suspense fallback={<SkeletonRows rows={6} rowClass="flex h-10 items-center" />}>
        {tab === 'overview' && <OverviewTab deal={deal.data} />}
        {tab === 'videos' && <VideosTab deal={deal.data} />}
        {tab === 'views' && <ViewsTab deal={deal.data} />}
        {tab === 'money' && <MoneyTab deal={deal.data} />}
        {tab === 'activity' && <ActivityTab deal={deal.data} />}
      </Suspense>
    </Page>
  );
}
