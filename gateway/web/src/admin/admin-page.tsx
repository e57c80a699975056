import { Link, useSearch } from '@tanstack/react-router';
import { useSignedIn } from '../shell/account.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { buttonClass } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { Tabs } from '../ui/tabs.js';
import type { AdminTab } from './admin-tabs.js';
import { AuditTable } from './audit-table.js';
import { LinkReports } from './link-reports.js';
import { PendingDeletions } from './pending-deletions.js';
import { SystemForm } from './system-form.js';
import { UserTable } from './user-table.js';

const TAB_NAMES: Readonly<Record<AdminTab, string>> = {
  users: 'Users',
  system: 'System',
  reports: 'Reported links',
  deletions: 'Deletions',
  audit: 'Audit',
};

/** The administration; other users get the not-found page. */
export function AdminPage() {
  const { user } = useSignedIn();
  const { tab = 'users' } = useSearch({ from: '/app/admin' });
  if (user.role !== 'admin') return <NotFoundPage />;
  return (
    <Page width="list">
      <PageHead
        title="Administration"
        actions={
          <Link to="/admin/copilot" className={buttonClass()}>
            Copilot
          </Link>
        }
      />
      <Tabs
        label="Administration sections"
        names={TAB_NAMES}
        current={tab}
        linkTo={(each) => ({ to: '/admin', search: each === 'users' ? {} : { tab: each } })}
      />
      {tab === 'users' && <UserTable />}
      {tab === 'system' && <SystemForm />}
      {tab === 'reports' && <LinkReports />}
      {tab === 'deletions' && <PendingDeletions />}
      {tab === 'audit' && <AuditTable />}
    </Page>
  );
}
