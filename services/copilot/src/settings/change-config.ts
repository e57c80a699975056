import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { copilotError } from '../error-codes.js';
import type { PoolModel } from '../models/pool-models.js';
import { addressOf, isProviderName, type ProviderName } from '../models/providers.js';
import { lockConfig, updateConfig, type ChosenConfig } from './config-repo.js';
import { deleteSealedKey } from './own-key-repo.js';

/** Names of models, which may become part of an address. */
const MODEL_NAME = /^(?!.*\.\.)[A-Za-z0-9~][A-Za-z0-9._:/@~-]{0,199}$/;

/** What a user changes; what is unset stays, null takes away. */
export interface ConfigChange {
  readonly mode?: ChosenConfig['mode'] | undefined;
  /** Of what the mode is after the change. */
  readonly model?: string | null | undefined;
  readonly provider?: ProviderName | null | undefined;
  /** Judged before. */
  readonly baseUrl?: string | null | undefined;
  readonly fallsBackToFree?: boolean | undefined;
  readonly learningEnabled?: boolean | undefined;
}

/**
 * Stores what changes. A key goes with the provider, or the origin of its address, that it was for: it must not follow to another. Throws
 * MODEL_NOT_ALLOWED and VALIDATION_ERROR.
 */
export async function changeConfig(
  tx: Tx,
  userId: string,
  change: ConfigChange,
  models: readonly PoolModel[],
): Promise<ChosenConfig> {
  const before = await lockConfig(tx, userId);
  const after = changed(before, change);
  checkWhole(after);
  checkModel(after, change, models);
  await updateConfig(tx, userId, after);
  if (before.byokKeyStatus === 'none' || originOf(before) === originOf(after)) return after;
  await deleteSealedKey(tx, userId);
  return { ...after, byokKeyStatus: 'none' };
}

/** The name of a provider as it was given; null for none. Throws VALIDATION_ERROR. */
export function readProvider(name: string): ProviderName | null {
  if (name === '') return null;
  if (!isProviderName(name)) throw invalidInput('provider', 'must be one of the providers that are offered.');
  return name;
}

function changed(before: ChosenConfig, change: ConfigChange): ChosenConfig {
  const { mode = before.mode, provider = before.provider, model } = change;
  const isNew = provider !== before.provider;
  const ofProvider = isNew ? { baseUrl: null, byokModel: null } : before;
  const { baseUrl = ofProvider.baseUrl } = change;
  return {
    mode,
    provider,
    baseUrl,
    modelId: mode === 'free' && model !== undefined ? model : before.modelId,
    byokModel: mode === 'byok' && model !== undefined ? model : ofProvider.byokModel,
    fallsBackToFree: change.fallsBackToFree ?? before.fallsBackToFree,
    learningEnabled: change.learningEnabled ?? before.learningEnabled,
    byokKeyStatus: before.byokKeyStatus,
  };
}

function checkWhole({ mode, provider, baseUrl }: ChosenConfig): void {
  if (provider === null && mode === 'byok') throw invalidInput('provider', 'must be set in mode `byok`.');
  if (provider === null && baseUrl !== null) throw invalidInput('provider', 'must be set with `baseUrl`.');
  if (provider !== null && addressOf(provider, baseUrl) === null)
    throw invalidInput('baseUrl', `must be set with provider \`${provider}\`.`);
}

function checkModel(
  { mode, modelId, byokModel }: ChosenConfig,
  { model }: ConfigChange,
  models: readonly PoolModel[],
): void {
  if (model === undefined || model === null) return;
  if (mode === 'free' && !models.some(({ id }) => id === modelId))
    throw copilotError('MODEL_NOT_ALLOWED', 'There is no such model. See the list of models.');
  if (mode === 'byok' && !MODEL_NAME.test(byokModel ?? ''))
    throw copilotError('MODEL_NOT_ALLOWED', 'This is no name of a model. Use the one that your provider lists.');
}

/** Whose key it is: the provider, and where it is sent. */
function originOf({ provider, baseUrl }: ChosenConfig): string | null {
  if (provider === null) return null;
  const address = addressOf(provider, baseUrl);
  return `${provider} ${address === null ? '' : new URL(address).origin}`;
}
