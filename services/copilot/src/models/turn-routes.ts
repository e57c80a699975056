import { NO_TOKENS, type TokenUsage } from './ask-model.js';
import type { TurnFailureCode } from './failure-codes.js';
import { ModelFailure } from './model-failure.js';
import type { ModelRoute, OpenRoute, RoutedTurn, StepEvent, StepQuestion } from './model-route.js';

/** Tokens that an answer needs besides the prompt. */
const ANSWER_TOKENS = 2_048;

/** Failures that another provider may not have. */
const AVOIDABLE: ReadonlySet<TurnFailureCode> = new Set<TurnFailureCode>([
  'BYOK_KEY_MISSING',
  'BYOK_KEY_UNREADABLE',
  'BYOK_KEY_REJECTED',
  'MODEL_NOT_CONFIGURED',
  'PROVIDER_AUTH_FAILED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_STREAM_INTERRUPTED',
]);

export interface TurnRouteParts {
  readonly openPool: OpenRoute;
  readonly openOwn: (turn: RoutedTurn) => ModelRoute;
  /** Moves a turn to the pool; false when the user does not allow it, or has no free turns left. */
  readonly moveToPool: (turn: RoutedTurn) => Promise<boolean>;
}

/** Opens the route that a turn started with. A turn of the user's own provider may continue with the pool, if the user allows that. */
export function openTurnRoutes(parts: TurnRouteParts): OpenRoute {
  return async (turn) => (turn.billing === 'byok' ? withPool(turn, parts) : parts.openPool(turn));
}

function withPool(turn: RoutedTurn, parts: TurnRouteParts): ModelRoute {
  const own = parts.openOwn(turn);
  let taken: ModelRoute | undefined;
  return {
    contextTokens: own.contextTokens,
    supportsTools: own.supportsTools,
    replaceForTools: async () => (await taken?.replaceForTools?.()) ?? false,
    async *ask(question) {
      if (taken) return yield* taken.ask(question);
      const asked = { attempts: 0, hasSpoken: false };
      try {
        return yield* noting(own.ask(question), asked);
      } catch (error) {
        if (!(error instanceof ModelFailure) || !AVOIDABLE.has(error.code)) throw error;
        taken = await openInstead(turn, question, parts);
        if (!taken) throw error;
        if (asked.hasSpoken) yield { kind: 'reset' };
        return yield* after(taken.ask(question), asked.attempts);
      }
    },
  };
}

/** The pool's route, if it can and may answer the question. */
async function openInstead(
  turn: RoutedTurn,
  { promptTokens, offered }: StepQuestion,
  { openPool, moveToPool }: TurnRouteParts,
): Promise<ModelRoute | undefined> {
  const route = await openPool({ ...turn, billing: 'free' });
  if (!route || route.contextTokens < promptTokens + ANSWER_TOKENS) return undefined;
  if (offered.tools.length > 0 && !route.supportsTools) return undefined;
  return (await moveToPool(turn)) ? route : undefined;
}

/** Passes the events through, noting how far they got. */
async function* noting(
  events: AsyncGenerator<StepEvent, TokenUsage, void>,
  asked: { attempts: number; hasSpoken: boolean },
): AsyncGenerator<StepEvent, TokenUsage, void> {
  try {
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      if (next.value.kind === 'model') asked.attempts = next.value.attempt;
      else asked.hasSpoken = next.value.kind !== 'reset';
      yield next.value;
    }
    return next.value;
  } finally {
    await events.return(NO_TOKENS);
  }
}

/** Passes the events through, numbering attempts after the earlier ones. */
async function* after(
  events: AsyncGenerator<StepEvent, TokenUsage, void>,
  attempts: number,
): AsyncGenerator<StepEvent, TokenUsage, void> {
  try {
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      const event = next.value;
      yield event.kind === 'model' ? { ...event, attempt: event.attempt + attempts, isFailover: true } : event;
    }
    return next.value;
  } finally {
    await events.return(NO_TOKENS);
  }
}
