import type { Db } from '@svc/chassis/postgres/pool';
import { copilotError } from '../error-codes.js';
import { findConsent } from './consent-repo.js';

/** The error for each consent that a user has not given. */
const NEEDED = {
  free: 'The copilot sends your messages to a language model. Review that and give your consent first.',
  byok: 'The copilot sends your messages to the provider of your own key. Review that and give your consent first.',
  learning: 'The copilot learns from your messages only with your consent. Give it in your copilot settings first.',
};

/** Throws CONSENT_REQUIRED unless the user has agreed to this version. */
export async function checkConsent(db: Db, userId: string, scope: keyof typeof NEEDED, version: string): Promise<void> {
  const consent = await findConsent(db, userId, scope);
  if (consent?.isGranted && consent.version === version) return;
  throw copilotError('CONSENT_REQUIRED', NEEDED[scope], { data: { scope, version } });
}
