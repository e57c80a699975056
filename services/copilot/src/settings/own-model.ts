import type { Log } from '@svc/chassis/logging/log';
import type { Db } from '@svc/chassis/postgres/pool';
import { copilotError } from '../error-codes.js';
import type { ReachedModel } from '../models/open-stream.js';
import { adapterOf, addressOf, type ProviderName } from '../models/providers.js';
import { type SecretBox, Unopenable } from '../sealing/secret-box.js';
import type { ChosenConfig } from './config-repo.js';
import { findSealedKey, placeOfKey } from './user-key-repo.js';

/** Opens users' keys; the log records failures. */
export interface UserKeyParts {
  /** Undefined when keys cannot be stored. */
  readonly box: SecretBox | undefined;
  readonly log: Log;
}

/** The model of a user's own provider, with its key. */
export interface OwnModel extends Omit<ReachedModel, 'fetch'> {
  readonly provider: ProviderName;
  readonly apiKey: string;
  /** The stored key. */
  readonly jwe: string;
}

/** Whether the user's key can be used; opens it. */
export async function readKeyStatus(
  db: Db,
  userId: string,
  { byokKeyStatus }: Pick<ChosenConfig, 'byokKeyStatus'>,
  parts: UserKeyParts,
): Promise<ChosenConfig['byokKeyStatus'] | 'unreadable'> {
  if (byokKeyStatus === 'none') return 'none';
  return (await openKey(db, userId, parts)) === 'unreadable' ? 'unreadable' : byokKeyStatus;
}

/** The user's chosen model at their own provider. Throws MODEL_NOT_CONFIGURED, BYOK_KEY_MISSING, BYOK_KEY_UNREADABLE and ENCRYPTION_UNAVAILABLE. */
export async function readOwnModel(
  db: Db,
  userId: string,
  { provider, byokModel, baseUrl, byokKeyStatus }: ChosenConfig,
  parts: UserKeyParts,
): Promise<OwnModel> {
  const address = provider && addressOf(provider, baseUrl);
  if (byokKeyStatus === 'none' || !provider || !address)
    throw copilotError(
      'BYOK_KEY_MISSING',
      'You have entered no key of your own. Enter one in the settings of the copilot.',
    );
  if (!parts.box) throw encryptionUnavailable();
  const opened = await openKey(db, userId, parts);
  if (opened === 'unreadable')
    throw copilotError('BYOK_KEY_UNREADABLE', 'Your own key can no longer be opened. Enter it again.');
  if (byokModel === null)
    throw copilotError('MODEL_NOT_CONFIGURED', 'You have chosen no model of your provider. Choose one first.');
  return { ...opened, provider, name: byokModel, lane: provider, baseUrl: address, adapter: adapterOf(provider) };
}

/** The error of a process that cannot open keys. */
export function encryptionUnavailable() {
  return copilotError(
    'ENCRYPTION_UNAVAILABLE',
    'This installation cannot store keys. Ask your administrator to set SVC_ENCRYPTION_KEY.',
  );
}

async function openKey(
  db: Db,
  userId: string,
  { box, log }: UserKeyParts,
): Promise<{ readonly apiKey: string; readonly jwe: string } | 'unreadable'> {
  const sealed = await findSealedKey(db, userId);
  if (!sealed || !box) return 'unreadable';
  try {
    return { apiKey: await box.open(sealed.jwe, placeOfKey(userId)), jwe: sealed.jwe };
  } catch (error) {
    if (!(error instanceof Unopenable)) throw error;
    log.warn({ userId, keyId: sealed.keyId }, 'a sealed key cannot be opened');
    return 'unreadable';
  }
}
