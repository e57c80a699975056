import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSignedIn } from '../shell/account.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { Tabs } from '../ui/tabs.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { AccountTable } from './account-table.js';
import type { AdminCopilotTab } from './admin-copilot-tabs.js';
import { LearningTable } from './learning-table.js';
import { Overview } from './overview.js';
import { RotationView } from './rotation-view.js';
import { UsageTable } from './usage-table.js';

/** The usage tab does not need its forms. */
const McpServers = lazy(async () => ({ default: (await import('./mcp-servers.js')).McpServers }));

const TAB_NAMES: Readonly<Record<AdminCopilotTab, string>> = {
  overview: 'Overview',
  use: 'Usage',
  accounts: 'Accounts',
  rotation: 'Models',
  learning: 'Learning',
  servers: 'MCP servers',
};

/** Usage, model health and tool servers of the copilot, for administrators. Shows no messages. */
export function AdminCopilotPage() {
  const { user } = useSignedIn();
  const { tab = 'overview' } = useSearch({ from: '/app/admin/copilot' });
  if (user.role !== 'admin') return <NotFoundPage />;
  return (
    <Page width="list">
      <p className="mb-2">
        <Link to="/admin" className={TEXT_LINK}>
          Administration
        </Link>
      </p>
      <PageHead title="Copilot administration" />
      <Tabs
        label="Parts of the copilot's administration"
        names={TAB_NAMES}
        current={tab}
        linkTo={(each) => ({ to: '/admin/copilot', search: each === 'overview' ? {} : { tab: each } })}
      />
      {tab === 'overview' && <Overview />}
      {tab === 'use' && <UsageTable />}
      {tab === 'accounts' && <AccountTable />}
      {tab === 'rotation' && <RotationView />}
      {tab === 'learning' && <LearningTable />}
      {tab === 'servers' && (
        <Suspense fallback={<SkeletonRows rows={4} rowClass="flex h-10 items-center" />}>
          <McpServers />
        </Suspense>
      )}
    </Page>
  );
}
