import type { Db } from '@svc/chassis/postgres/pool';
import { copilotError } from '../error-codes.js';
import { findConsent } from './consent-repo.js';

/** Throws CONSENT_REQUIRED unless the user has agreed to this version. */
export async function checkConsent(db: Db, userId: string, scope: 'free', version: string): Promise<void> {
  const consent = await findConsent(db, userId, scope);
  if (consent?.isGranted && consent.version === version) return;
  throw copilotError(
    'CONSENT_REQUIRED',
    'Your messages leave the product for a model. Read what that means, and agree first.',
    { data: { scope, version } },
  );
}
