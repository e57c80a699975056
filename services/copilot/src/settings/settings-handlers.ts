import { addDays } from '@svc/chassis/calendar';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import {
  CopilotSettingsService as methods,
  type Config,
  type Consent,
} from '@svc/proto/copilot/v1/copilot_settings_service';
import { v7 as newId } from 'uuid';
import { copilotError } from '../error-codes.js';
import type { PoolModel } from '../models/pool-models.js';
import { askingOf } from '../tools/asking.js';
import type { ToolBox } from '../tools/tool-box.js';
import { findChosenModel, storeChosenModel } from './config-repo.js';
import { findConsent, insertConsent } from './consent-repo.js';
import { readFreeUsage, type FreeUsageParts } from './free-usage.js';
import { listUsage } from './usage-repo.js';

export interface CopilotSettingsParts extends FreeUsageParts {
  readonly pool: Pool;
  readonly write: Write;
  readonly models: readonly PoolModel[];
  /** Undefined where nothing can be read for users. */
  readonly tools: { readonly box: Pick<ToolBox, 'tools'> } | undefined;
  readonly consentVersion: string;
  /** Days after which an unused conversation is deleted; 0 is never. */
  readonly retentionDays: number;
}

/** What users have agreed to and chosen of the copilot. */
export function settingsHandlers(parts: CopilotSettingsParts): ServiceHandlers<typeof methods> {
  const { pool, write, models, tools, timeZone, consentVersion } = parts;
  return {
    getConfig: async (_request, { user }) => ({ config: await readConfig(pool, user.userId, parts) }),
    updateConfig: write(methods.updateConfig, async (tx, { modelId }, { user }) => {
      if (modelId !== undefined) {
        if (modelId !== '' && !models.some(({ id }) => id === modelId)) {
          throw copilotError('MODEL_NOT_ALLOWED', 'There is no such model. See the list of models.');
        }
        await storeChosenModel(tx, user.userId, modelId === '' ? null : modelId);
      }
      return { config: await readConfig(tx, user.userId, parts) };
    }),
    giveConsent: write(methods.giveConsent, async (tx, { scope, version, granted }, { user }) => {
      if (version !== consentVersion)
        throw invalidInput('version', `must be ${consentVersion}, which you are asked for now.`);
      await insertConsent(tx, { id: newId(), userId: user.userId, scope, version, granted });
      return { consent: await readConsent(tx, user.userId, consentVersion) };
    }),
    listModels: async () => ({
      models: models.map(({ id, label, contextTokens, supportsTools }) => ({
        id,
        label,
        contextTokens,
        supportsTools,
      })),
    }),
    listTools: async () => ({
      tools: (tools?.box.tools ?? []).map(({ operation }) => ({
        name: operation.name,
        tier: operation.tier,
        approval: askingOf(operation),
        origin: 'builtin',
      })),
    }),
    getUsage: async ({ days }, { user }) => {
      const { remaining, ...free } = await readFreeUsage(parts, user.userId);
      const history = await listUsage(pool, user.userId, addDays(free.day, 1 - days));
      return { ...free, ...(remaining === null ? {} : { remaining }), timeZone, history };
    },
  };
}

async function readConfig(
  db: Db,
  userId: string,
  { models, consentVersion, retentionDays }: Pick<CopilotSettingsParts, 'models' | 'consentVersion' | 'retentionDays'>,
): Promise<Config> {
  const chosen = await findChosenModel(db, userId);
  return {
    userId,
    // One that the operator has taken away is no choice any more.
    ...(models.some(({ id }) => id === chosen) && chosen !== null ? { modelId: chosen } : {}),
    freeConsent: await readConsent(db, userId, consentVersion),
    requiredConsentVersion: consentVersion,
    freePool: models.length > 0 ? 'ready' : 'none',
    retentionDays,
  };
}

async function readConsent(db: Db, userId: string, required: string): Promise<Consent> {
  const consent = await findConsent(db, userId, 'free');
  if (!consent) return { granted: false };
  const { version, isGranted, at } = consent;
  return { granted: isGranted && version === required, version, at };
}
