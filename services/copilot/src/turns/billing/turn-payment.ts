import { appError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { copilotError } from '../../error-codes.js';
import type { PoolModel } from '../../models/pool-models.js';
import type { UserKeyCooldowns } from '../../models/user-key-cooldowns.js';
import { checkConsent } from '../../settings/check-consent.js';
import { type ChosenConfig, findConfig } from '../../settings/config-repo.js';
import { readOwnModel, type UserKeyParts } from '../../settings/own-model.js';
import type { FreeLimit } from '../../usage/free-limit.js';
import { mayFallBack } from './move-to-pool.js';

/** Who answers a turn that is about to begin. */
export type TurnPayment =
  | {
      readonly billing: 'free';
      /** Free turns per day; 0 is unlimited. */
      readonly limit: number;
    }
  | {
      readonly billing: 'byok';
      readonly config: ChosenConfig;
      /** Seconds of the provider's pause. */
      readonly coolingSeconds: number;
    };

export interface PaymentParts {
  readonly pool: Pool;
  readonly freeLimit: FreeLimit;
  readonly cooldowns: UserKeyCooldowns;
  readonly consentVersion: string;
}

/** Facts for checking a payment. */
export interface PaymentRules {
  readonly models: readonly PoolModel[];
  readonly own: UserKeyParts;
  readonly consentVersion: string;
}

/** Who answers the user now: the pool while their own provider is paused, if they allow it. */
export async function readPayment(userId: string, parts: PaymentParts): Promise<TurnPayment> {
  const { pool, freeLimit, cooldowns, consentVersion } = parts;
  const config = await findConfig(pool, userId);
  if (config.mode === 'free') return { billing: 'free', limit: await freeLimit() };
  const coolingSeconds = config.provider === null ? 0 : await cooldowns.secondsLeft(userId, config.provider);
  if (coolingSeconds > 0 && (await mayFallBack(pool, userId, config, consentVersion)))
    return { billing: 'free', limit: await freeLimit() };
  return { billing: 'byok', config, coolingSeconds };
}

/** Throws MODEL_NOT_CONFIGURED, CONSENT_REQUIRED, BYOK_KEY_…, ENCRYPTION_UNAVAILABLE and RATE_LIMITED. */
export async function checkPayment(
  tx: Tx,
  userId: string,
  payment: TurnPayment,
  { models, own, consentVersion }: PaymentRules,
): Promise<void> {
  if (payment.billing === 'free' && models.length === 0) {
    throw copilotError('MODEL_NOT_CONFIGURED', 'No copilot model is configured. Ask your administrator to set one up.');
  }
  if (payment.billing === 'byok') await checkOwnModel(tx, userId, payment, own);
  await checkConsent(tx, userId, payment.billing, consentVersion);
}

async function checkOwnModel(
  tx: Tx,
  userId: string,
  { config, coolingSeconds }: Extract<TurnPayment, { billing: 'byok' }>,
  own: UserKeyParts,
): Promise<void> {
  await readOwnModel(tx, userId, config, own);
  if (config.byokKeyStatus === 'rejected')
    throw copilotError('BYOK_KEY_REJECTED', 'Your provider refuses your own key. Enter another one, or test it again.');
  if (coolingSeconds > 0)
    throw appError('RATE_LIMITED', `Your provider asks for a pause. Try again in ${coolingSeconds} s.`, {
      retryAfterSeconds: coolingSeconds,
    });
}
