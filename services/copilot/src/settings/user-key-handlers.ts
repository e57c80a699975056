import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { RateLimit } from '@svc/chassis/limits/rate-limit';
import type { Pool } from '@svc/chassis/postgres/pool';
import { CopilotSettingsService as methods } from '@svc/proto/copilot/v1/copilot_settings_service';
import type { ModelTimes } from '../models/ask-model.js';
import { checkOutsideUrl } from '../outbound/check-outside-url.js';
import type { OutsideRules } from '../outbound/guarded-fetch.js';
import { changeConfig, readProvider } from './change-config.js';
import { checkUserKey } from './check-user-key.js';
import { findConfig } from './config-repo.js';
import { encryptionUnavailable, readOwnModel, type UserKeyParts } from './own-model.js';
import { deleteSealedKey, placeOfKey, storeKeyStatus, storeSealedKey } from './user-key-repo.js';

/** How to reach users' own providers. */
export interface OwnProviders extends UserKeyParts {
  readonly rules: OutsideRules;
  readonly fetch: typeof fetch;
  /** Limits tests of keys per minute. */
  readonly tests: Pick<RateLimit, 'countTry'>;
  readonly keyCheckTimes: ModelTimes;
}

export interface UserKeyHandlerParts {
  readonly pool: Pool;
  readonly write: Write;
  readonly own: OwnProviders;
}

type Handlers = Pick<ServiceHandlers<typeof methods>, 'setByokKey' | 'removeByokKey' | 'testConfig'>;

/** Users' keys for their own providers. */
export function userKeyHandlers({ pool, write, own }: UserKeyHandlerParts): Handlers {
  return {
    setByokKey: write(methods.setByokKey, {
      before: async ({ apiKey, baseUrl }, { user }) => {
        if (!own.box) throw encryptionUnavailable();
        const judged = await judgeUrl(baseUrl, own);
        return { baseUrl: judged, sealed: await own.box.seal(apiKey, placeOfKey(user.userId)) };
      },
      work: async (tx, request, { user }, { baseUrl, sealed }) => {
        await changeConfig(tx, user.userId, { provider: readProvider(request.provider), baseUrl });
        await storeSealedKey(tx, user.userId, sealed);
        return {};
      },
    }),
    removeByokKey: write(methods.removeByokKey, async (tx, _request, { user }) => {
      await deleteSealedKey(tx, user.userId);
      return {};
    }),
    testConfig: write(methods.testConfig, {
      before: async (_request, { user, context }) => {
        await own.tests.countTry(user.userId);
        const { jwe, ...model } = await readOwnModel(pool, user.userId, await findConfig(pool, user.userId), own);
        const options = { signal: context.signal, times: own.keyCheckTimes };
        return { jwe, check: await checkUserKey({ ...model, fetch: own.fetch }, options) };
      },
      work: async (tx, _request, { user }, { jwe, check: { isKeyRefused, ...check } }) => {
        if (check.ok) await storeKeyStatus(tx, user.userId, jwe, 'ready');
        if (isKeyRefused) await storeKeyStatus(tx, user.userId, jwe, 'rejected');
        return check;
      },
    }),
  };
}

/** Rules for base URLs of providers. */
const PROVIDER_URL = { path: 'baseUrl', example: 'https://models.example.com/v1', takesQuery: false } as const;

/** The new address, normalized; null for the provider's own, undefined when unchanged. */
export async function judgeUrl(
  baseUrl: string | null | undefined,
  { rules }: Pick<OwnProviders, 'rules'>,
): Promise<string | null | undefined> {
  if (baseUrl === undefined || baseUrl === null) return undefined;
  if (baseUrl === '') return null;
  return (await checkOutsideUrl(baseUrl, rules, PROVIDER_URL)).href.replace(/\/$/, '');
}
