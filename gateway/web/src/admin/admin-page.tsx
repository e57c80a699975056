import { useSearch, Link } from '@tanstack/react-router';
import { NotFoundPage } from '../shell/not-found-page.js';
import { useSignedIn } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import { PageHead } from '../ui/page-head.js';
import { ADMIN_TABS, type AdminTab } from './admin-tabs.js';
import { AuditTable } from './audit-table.js';
import { SystemForm } from './system-form.js';
import { UserTable } from './user-table.js';

const TAB_NAMES: Readonly<Record<AdminTab, string>> = { users: 'Users', system: 'System', audit: 'Audit' };

/** For administrators alone; for everybody else it is not there. */
export function AdminPage() {
  const { user } = useSignedIn();
  const { tab = 'users' } = useSearch({ from: '/app/admin' });
  if (user.role !== 'admin') return <NotFoundPage />;
  return (
    <div className="mx-auto max-w-5xl">
      <PageHead title="Administration" />
      <nav aria-label="Parts of the administration" className="mb-4 flex gap-1 border-b border-line">
        {ADMIN_TABS.map((each) => (
          <Link
            key={each}
            to="/admin"
            search={each === 'users' ? {} : { tab: each }}
            replace
            aria-current={each === tab ? 'page' : undefined}
            className={classNames(
              '-mb-px border-b-2 px-3 py-2 pointer-coarse:py-3',
              each === tab ? 'border-accent font-medium text-ink' : 'border-transparent text-soft hover:text-ink',
            )}
          >
            {TAB_NAMES[each]}
          </Link>
        ))}
      </nav>
      {tab === 'users' && <UserTable />}
      {tab === 'system' && <SystemForm />}
      {tab === 'audit' && <AuditTable />}
    </div>
  );
}
