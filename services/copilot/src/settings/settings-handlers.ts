import { addDays } from '@svc/chassis/calendar';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import {
  CopilotSettingsService as methods,
  type Config,
  type Consent,
  type UpdateConfigRequest,
} from '@svc/proto/copilot/v1/copilot_settings_service';
import { v7 as newId } from 'uuid';
import { askingOf } from '../tools/asking.js';
import type { ToolBox } from '../tools/tool-box.js';
import { changeConfig, readProvider, type ConfigChange } from './change-config.js';
import { findConfig } from './config-repo.js';
import { findConsent, insertConsent } from './consent-repo.js';
import { readFreeUsage, type FreeUsageParts } from './free-usage.js';
import { judgeUrl, ownKeyHandlers, type OwnKeyHandlerParts } from './own-key-handlers.js';
import { readKeyStatus } from './own-model.js';
import { listUsage } from './usage-repo.js';

export interface CopilotSettingsParts extends FreeUsageParts, OwnKeyHandlerParts {
  readonly pool: Pool;
  /** Undefined where nothing can be read for users. */
  readonly tools: () => Promise<{ readonly box: Pick<ToolBox, 'tools'> } | undefined>;
  readonly consentVersion: string;
  /** Days after which an unused conversation is deleted; 0 is never. */
  readonly retentionDays: number;
}

/** What users have agreed to and chosen of the copilot. */
export function settingsHandlers(parts: CopilotSettingsParts): ServiceHandlers<typeof methods> {
  const { pool, write, models, tools, timeZone, consentVersion, own } = parts;
  return {
    getConfig: async (_request, { user }) => ({ config: await readConfig(pool, user.userId, parts) }),
    updateConfig: write(methods.updateConfig, {
      before: ({ baseUrl }) => judgeUrl(baseUrl, own),
      work: async (tx, request, { user }, baseUrl) => {
        await changeConfig(tx, user.userId, { ...readChange(request), baseUrl }, models);
        return { config: await readConfig(tx, user.userId, parts) };
      },
    }),
    ...ownKeyHandlers(parts),
    giveConsent: write(methods.giveConsent, async (tx, { scope, version, granted }, { user }) => {
      if (version !== consentVersion)
        throw invalidInput('version', `must be ${consentVersion}, which you are asked for now.`);
      await insertConsent(tx, { id: newId(), userId: user.userId, scope, version, granted });
      return { consent: await readConsent(tx, user.userId, scope, consentVersion) };
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
      tools: ((await tools())?.box.tools ?? []).map(({ operation }) => ({
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
  parts: Pick<CopilotSettingsParts, 'models' | 'consentVersion' | 'retentionDays' | 'own'>,
): Promise<Config> {
  const { models, consentVersion, retentionDays, own } = parts;
  const chosen = await findConfig(db, userId);
  const { mode, provider, baseUrl, fallsBackToFree: fallbackToFree, learningEnabled } = chosen;
  // One that the operator has taken away is no choice any more.
  const poolModel = models.some(({ id }) => id === chosen.modelId) ? chosen.modelId : null;
  const modelId = mode === 'free' ? poolModel : chosen.byokModel;
  const consentTo = (scope: string): Promise<Consent> => readConsent(db, userId, scope, consentVersion);
  return {
    userId,
    mode,
    ...(modelId === null ? {} : { modelId }),
    ...(provider === null ? {} : { provider }),
    ...(baseUrl === null ? {} : { baseUrl }),
    byokKeyStatus: await readKeyStatus(db, userId, chosen, own),
    fallbackToFree,
    learningEnabled,
    freeConsent: await consentTo('free'),
    byokConsent: await consentTo('byok'),
    learningConsent: await consentTo('learning'),
    requiredConsentVersion: consentVersion,
    freePool: models.length > 0 ? 'ready' : 'none',
    encryption: own.box ? 'ready' : 'off',
    retentionDays,
  };
}

async function readConsent(db: Db, userId: string, scope: string, required: string): Promise<Consent> {
  const consent = await findConsent(db, userId, scope);
  if (!consent) return { granted: false };
  const { version, isGranted, at } = consent;
  return { granted: isGranted && version === required, version, at };
}

/** What is unset stays; what is empty is taken away. */
function readChange(request: UpdateConfigRequest): Omit<ConfigChange, 'baseUrl'> {
  const { modelId, mode, provider, fallbackToFree, learningEnabled } = request;
  return {
    mode: mode == null ? undefined : readMode(mode),
    model: modelId === '' ? null : (modelId ?? undefined),
    provider: provider == null ? undefined : readProvider(provider),
    fallsBackToFree: fallbackToFree ?? undefined,
    learningEnabled: learningEnabled ?? undefined,
  };
}

function readMode(mode: string): 'free' | 'byok' {
  if (mode === 'free' || mode === 'byok') return mode;
  throw invalidInput('mode', 'must be `free` or `byok`.');
}
