import { Link } from '@tanstack/react-router';
import { useOperation } from '../api/queries.js';
import { Notice } from '../ui/notice.js';
import { appName } from '../ui/page-head.js';
import { useSignedIn } from './account.js';

/** Reminds administrators, who can still work, that maintenance locks out everyone else. */
export function MaintenanceNotice() {
  const { user } = useSignedIn();
  const config = useOperation('public.get_config', {}, { enabled: user.role === 'admin' });
  if (config.data?.maintenance !== true) return null;
  return (
    <div className="px-4 pt-3 md:px-8">
      <Notice tone="warn">
        Maintenance is on. Only administrators can use {appName()}.{' '}
        <Link to="/admin" search={{ tab: 'system' }} className="underline">
          Open settings
        </Link>
      </Notice>
    </div>
  );
}
