import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { addDays } from '@svc/chassis/time/calendar';
import {
  type Config,
  type Consent,
  CopilotSettingsService as methods,
  type UpdateConfigRequest,
} from '@svc/proto/copilot/v1/copilot_settings_service';
import { v7 as newId } from 'uuid';
import { endWaits } from '../approvals/apply-decision.js';
import type { McpServers } from '../mcp/mcp-servers.js';
import type { PoolModel } from '../models/pool-models.js';
import { modelHandlers, TALKING } from '../rotation/model-handlers.js';
import type { PoolState } from '../rotation/pool-state.js';
import { approvalRuleOf } from '../tools/approval-rule.js';
import type { ToolBox } from '../tools/tool-box.js';
import type { EndingParts } from '../turns/end-turn.js';
import { type FreeUsageParts, readFreeUsage } from '../usage/free-usage.js';
import { listUsage } from '../usage/usage-repo.js';
import { changeConfig, type ConfigChange, readProvider } from './change-config.js';
import { findConfig } from './config-repo.js';
import { findConsent, insertConsent } from './consent-repo.js';
import { readKeyStatus } from './own-model.js';
import { judgeUrl, type UserKeyHandlerParts, userKeyHandlers } from './user-key-handlers.js';

export interface CopilotSettingsParts extends FreeUsageParts, UserKeyHandlerParts, EndingParts {
  readonly pool: Pool;
  readonly models: readonly PoolModel[];
  /** The availability of the models. */
  readonly rotation: { readonly state: Pick<PoolState, 'availabilities'> };
  /** Undefined when the copilot has no tools. */
  readonly tools: () => Promise<{ readonly box: Pick<ToolBox, 'tools'> } | undefined>;
  /** MCP servers of the installation. */
  readonly mcp: Pick<McpServers, 'hasTools' | 'memory'>;
  readonly consentVersion: string;
  /** Days until an unused conversation is deleted; 0 means never. */
  readonly retentionDays: number;
}

/** Users' consents and choices for the copilot. */
export function settingsHandlers(parts: CopilotSettingsParts): ServiceHandlers<typeof methods> {
  const { pool, write, tools, timeZone, consentVersion, own, rotation } = parts;
  return {
    getConfig: async (_request, { user }) => ({ config: await readConfig(pool, user.userId, parts) }),
    updateConfig: write(methods.updateConfig, {
      before: async (request) => ({
        baseUrl: await judgeUrl(request.baseUrl, own),
        availabilities: await rotation.state.availabilities(TALKING),
      }),
      work: async (tx, request, { user }, { baseUrl, availabilities }) => {
        await changeConfig(tx, user.userId, { ...readChange(request), baseUrl }, availabilities);
        return { config: await readConfig(tx, user.userId, parts) };
      },
    }),
    ...userKeyHandlers(parts),
    giveConsent: write(methods.giveConsent, async (tx, { scope, version, granted }, { user }) => {
      if (version !== consentVersion) throw invalidInput('version', `must be ${consentVersion}, the current version.`);
      await insertConsent(tx, { id: newId(), userId: user.userId, scope, version, granted });
      if (!granted) await endWaits(tx, parts, user.userId, scope);
      return { consent: await readConsent(tx, user.userId, scope, consentVersion) };
    }),
    ...modelHandlers(rotation.state),
    listTools: async () => ({
      tools: ((await tools())?.box.tools ?? []).map((tool) => ({
        name: tool.operation.name,
        tier: tool.remote ? 0 : tool.operation.tier,
        approval: approvalRuleOf(tool),
        ...(tool.remote ? { origin: 'mcp', server: tool.remote.server } : { origin: 'builtin' }),
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
  parts: Pick<CopilotSettingsParts, 'models' | 'consentVersion' | 'retentionDays' | 'own' | 'mcp'>,
): Promise<Config> {
  const { models, consentVersion, retentionDays, own, mcp } = parts;
  const chosen = await findConfig(db, userId);
  const { mode, provider, baseUrl, fallsBackToFree: fallbackToFree, learningEnabled } = chosen;
  // A model that the operator removed is no longer a choice.
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
    mcp: mcp.hasTools,
    memoryMcp: mcp.memory?.told().status ?? 'off',
    retentionDays,
  };
}

async function readConsent(db: Db, userId: string, scope: string, required: string): Promise<Consent> {
  const consent = await findConsent(db, userId, scope);
  if (!consent) return { granted: false };
  const { version, isGranted, at } = consent;
  return { granted: isGranted && version === required, version, at };
}

/** A field of a change: unset keeps, empty clears. */
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
