import type { Db } from '@svc/chassis/postgres/pool';
import { copilotError } from '../error-codes.js';
import { findConsent } from './consent-repo.js';

/** Throws CONSENT_REQUIRED unless the user has agreed to this version. */
export async function checkConsent(db: Db, userId: string, scope: 'free' | 'byok', version: string): Promise<void> {
  const consent = await findConsent(db, userId, scope);
  if (consent?.isGranted && consent.version === version) return;
  throw copilotError(
    'CONSENT_REQUIRED',
    scope === 'free'
      ? 'The copilot sends your messages to a language model. Review that and give your consent first.'
      : 'The copilot sends your messages to the provider of your own key. Review that and give your consent first.',
    { data: { scope, version } },
  );
}
