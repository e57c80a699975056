import { AppError } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { findConfig } from '../settings/config-repo.js';
import { type OwnModel, readOwnModel, type UserKeyParts } from '../settings/own-model.js';
import { storeKeyStatus } from '../settings/user-key-repo.js';
import { askModel, type ModelTimes, NO_TOKENS, type TokenUsage } from './ask-model.js';
import { isTurnFailureCode } from './failure-codes.js';
import type { FaultClass } from './fault-classes.js';
import { beginModelCall } from './model-call.js';
import { ModelFailure, ModelFault } from './model-failure.js';
import type { ModelRoute, RoutedTurn, StepEvent, StepQuestion } from './model-route.js';
import type { UserKeyCooldowns } from './user-key-cooldowns.js';
import { coolingSecondsOf, isKeyRefused, userKeyFailure } from './user-key-fault.js';

/** Assumed context size of a user's model: more than any prompt. */
const CONTEXT_TOKENS = 128_000;
const ATTEMPTS_MAX = 2;
/** Model label in metrics: names that users choose would make too many series. */
const OWN_MODEL = 'own';
/** Faults that may be transient. */
const PASSING: ReadonlySet<FaultClass> = new Set<FaultClass>(['timeout', 'upstream']);

export interface UserKeyRouteParts {
  readonly pool: Db;
  /** Decrypts keys, and connects to addresses that users enter. */
  readonly own: UserKeyParts & { readonly fetch: typeof fetch };
  readonly cooldowns: UserKeyCooldowns;
  readonly times: ModelTimes;
}

/** Routes only to the model of the user's own provider, with one retry when that may help. */
export function openUserKeyRoute({ ownerId, conversationId }: RoutedTurn, parts: UserKeyRouteParts): ModelRoute {
  return {
    contextTokens: CONTEXT_TOKENS,
    supportsTools: true,
    async *ask(question) {
      const model = await readModel(ownerId, parts);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return yield* askOnce(model, { attempt, conversationId }, question, parts);
        } catch (error) {
          if (!(error instanceof ModelFault)) throw error;
          if (PASSING.has(error.fault.class) && !error.hasSpoken && attempt < ATTEMPTS_MAX) continue;
          throw await noteFailure(error, ownerId, model, parts);
        }
      }
    },
  };
}

async function* askOnce(
  model: OwnModel,
  { attempt, conversationId }: { readonly attempt: number; readonly conversationId: string },
  { prompt, offered, signal }: StepQuestion,
  { own, times }: UserKeyRouteParts,
): AsyncGenerator<StepEvent, TokenUsage, void> {
  const { provider, name } = model;
  yield { kind: 'model', id: `${provider}|${name}`, lane: provider, billing: 'byok', attempt, isFailover: false };
  const call = beginModelCall({ name: OWN_MODEL, lane: provider, conversationId });
  const answer = askModel({ ...model, fetch: own.fetch }, prompt, { signal, times, offered });
  try {
    let next = await answer.next();
    for (; next.done !== true; next = await answer.next()) {
      call.heard();
      yield next.value;
    }
    call.end(next.value);
    return next.value;
  } catch (error) {
    if (error instanceof ModelFault) call.end(error);
    throw error;
  } finally {
    await answer.return(NO_TOKENS);
    call.end();
  }
}

/** The model with its key, which is opened for one step at a time. Throws ModelFailure when the key is gone. */
async function readModel(ownerId: string, { pool, own }: UserKeyRouteParts): Promise<OwnModel> {
  try {
    return await readOwnModel(pool, ownerId, await findConfig(pool, ownerId), own);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const code = error.code === 'ENCRYPTION_UNAVAILABLE' ? 'BYOK_KEY_UNREADABLE' : error.code;
    throw isTurnFailureCode(code) ? new ModelFailure(code, { cause: error }) : error;
  }
}

/** Stores the consequences for the next message: a refused key, and the pause that the provider requests. */
async function noteFailure(
  fault: ModelFault,
  ownerId: string,
  { provider, jwe }: OwnModel,
  { pool, cooldowns }: UserKeyRouteParts,
): Promise<ModelFailure> {
  const failure = userKeyFailure(fault);
  if (isKeyRefused(fault)) await storeKeyStatus(pool, ownerId, jwe, 'rejected');
  const seconds = coolingSecondsOf(fault, Date.now());
  if (seconds !== undefined) await cooldowns.cool(ownerId, provider, seconds);
  return failure;
}
