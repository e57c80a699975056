import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { copilotError } from '../error-codes.js';
import type { RotatingModel } from '../models/pool-models.js';
import { addressOf, isProviderName, type ProviderName } from '../models/providers.js';
import type { Availability } from '../rotation/availability.js';
import { type ChosenConfig, lockConfig, updateConfig } from './config-repo.js';
import { deleteSealedKey } from './user-key-repo.js';

/** The availability of the installation's models. */
type Availabilities = ReadonlyMap<RotatingModel, Availability>;
/** Used for changes that choose no model. */
const NO_MODELS: Availabilities = new Map();

/** Allowed names of models, which may become part of an address. */
const MODEL_NAME = /^(?!.*\.\.)[A-Za-z0-9~][A-Za-z0-9._:/@~-]{0,199}$/;

/** A user's change; unset fields are kept, null clears. */
export interface ConfigChange {
  readonly mode?: ChosenConfig['mode'] | undefined;
  /** The model for the mode after the change. */
  readonly model?: string | null | undefined;
  readonly provider?: ProviderName | null | undefined;
  /** Already checked. */
  readonly baseUrl?: string | null | undefined;
  readonly fallsBackToFree?: boolean | undefined;
  readonly learningEnabled?: boolean | undefined;
}

/**
 * Stores the changes. Changing the provider, or the origin of its address, deletes the key, which must not go to another. Throws MODEL_NOT_ALLOWED
 * and VALIDATION_ERROR.
 */
export async function changeConfig(
  tx: Tx,
  userId: string,
  change: ConfigChange,
  availabilities: Availabilities = NO_MODELS,
): Promise<ChosenConfig> {
  const before = await lockConfig(tx, userId);
  const after = changed(before, change);
  checkWhole(after);
  checkModel(after, change, { before, availabilities });
  await updateConfig(tx, userId, after);
  if (before.byokKeyStatus === 'none' || originOf(before) === originOf(after)) return after;
  await deleteSealedKey(tx, userId);
  return { ...after, byokKeyStatus: 'none' };
}

/** The provider's name as sent; null for none. Throws VALIDATION_ERROR. */
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
  { before, availabilities }: { readonly before: ChosenConfig; readonly availabilities: Availabilities },
): void {
  if (model === undefined || model === null) return;
  // A model that is already chosen may be kept.
  if (mode === 'free' && modelId !== before.modelId) checkStanding(modelId, availabilities);
  if (mode === 'byok' && !MODEL_NAME.test(byokModel ?? ''))
    throw copilotError('MODEL_NOT_ALLOWED', 'This is not a model name. Use one that your provider lists.');
}

function checkStanding(modelId: string | null, availabilities: Availabilities): void {
  const [, availability] = [...availabilities].find(([{ id }]) => id === modelId) ?? [];
  if (!availability || availability.status === 'disabled')
    throw copilotError('MODEL_NOT_ALLOWED', 'There is no such model. See the list of models.');
  if (availability.status !== 'cooling') return;
  const until = new Date(availability.until).toISOString();
  throw copilotError(
    'MODEL_NOT_ALLOWED',
    `The model is cooling down until ${until}. Choose another one, or try again then.`,
  );
}

/** The provider and origin that a key is for. */
function originOf({ provider, baseUrl }: ChosenConfig): string | null {
  if (provider === null) return null;
  const address = addressOf(provider, baseUrl);
  return `${provider} ${address === null ? '' : new URL(address).origin}`;
}
