import { useSignedIn } from '../shell/account.js';
import { Notice } from '../ui/notice.js';

/** What stands in place of the field where nothing answers. */
export function NoModel() {
  const { user } = useSignedIn();
  return (
    <Notice tone="warn">
      {user.role === 'admin' ? (
        <>
          No model is set up. Name one in <code>COPILOT_FREE_POOL_JSON</code>, then restart.
        </>
      ) : (
        'No model is set up here. Ask an administrator to add one.'
      )}
    </Notice>
  );
}
