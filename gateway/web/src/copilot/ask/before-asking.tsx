import { Link } from '@tanstack/react-router';
import type { Output } from '../../api/operations.js';
import { useSignedIn } from '../../shell/account.js';
import { Notice } from '../../ui/notice.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { ConsentCard } from './consent-card.js';

/** Replaces the field with the step that is required before a question can be asked. */
export function BeforeAsking({ config }: { readonly config: Output<'copilot.get_config'> }) {
  const { user } = useSignedIn();
  const { mode, hasByokKey, features } = config;
  const isOwn = mode === 'byok';
  if (isOwn ? hasByokKey : features.freePool === 'ready') return <ConsentCard config={config} />;
  return (
    <Notice tone="warn">
      <p>
        {isOwn && 'Your provider needs your key.'}
        {!isOwn && user.role !== 'admin' && 'No model is set up here. Ask an administrator to add one.'}
        {!isOwn && user.role === 'admin' && (
          <>
            No model is set up. Name one in <code>COPILOT_FREE_POOL_JSON</code>, then restart.
          </>
        )}
      </p>
      {features.encryption === 'ready' && (
        <Link to="/copilot/settings" className={TEXT_LINK}>
          {isOwn ? 'Enter your key' : 'Use your own key'}
        </Link>
      )}
    </Notice>
  );
}
