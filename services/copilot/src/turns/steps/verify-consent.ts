import { AppError } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Billing } from '../../models/model-route.js';
import { checkConsent } from '../../settings/check-consent.js';
import { TurnFailure } from '../turn-failure.js';

/** Verifies that the user still consents to sending their messages to these models. Throws TurnFailure otherwise. */
export async function verifyConsent(db: Db, userId: string, billing: Billing, version: string): Promise<void> {
  try {
    await checkConsent(db, userId, billing, version);
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'CONSENT_REQUIRED';
    throw isMissing ? new TurnFailure('CONSENT_REQUIRED', error) : error;
  }
}
