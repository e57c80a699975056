import type { Output } from '../../api/operations.js';
import { useSignedIn } from '../../shell/account.js';
import { Notice } from '../../ui/notice.js';
import { ConsentCard } from './consent-card.js';

/** Replaces the field: what must be done before a question can be asked. */
export function BeforeAsking({ config }: { readonly config: Output<'copilot.get_config'> }) {
  const { user } = useSignedIn();
  if (config.mode === 'byok' || config.features.freePool === 'ready') return <ConsentCard config={config} />;
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
