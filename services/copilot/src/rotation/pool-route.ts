import type { Db } from '@svc/chassis/postgres/pool';
import { askModel, NO_TOKENS, type TokenUsage } from '../models/ask-model.js';
import { CODE_OF_CLASS, type FaultClass } from '../models/fault-classes.js';
import { beginModelCall } from '../models/model-call.js';
import { ModelFailure, ModelFault } from '../models/model-failure.js';
import type { ModelRoute, OpenRoute, RoutedTurn, StepEvent, StepQuestion } from '../models/model-route.js';
import type { RotatingModel } from '../models/pool-models.js';
import { findChosenModel } from '../settings/config-repo.js';
import type { Availability } from './availability.js';
import { findLastModel } from './last-model-repo.js';
import { type FoundModel, ModelSearch } from './model-search.js';
import type { Rotation } from './rotation.js';

/** Maximum models called in a step. */
const ATTEMPTS_MAX = 4;

/** Faults that no other model would fix, because the message itself is refused. */
const FINAL: ReadonlySet<FaultClass> = new Set(['moderation', 'request']);
/** Faults that disable an account until the operator fixes them. */
const OF_ACCOUNT: ReadonlySet<FaultClass> = new Set(['auth', 'credit']);

/** Routes to the free models of the installation, in rotation: first the user's chosen model, then the one that last answered in the conversation. */
export function openPoolRoutes(pool: Db, rotation: Rotation): OpenRoute {
  return async (turn) => {
    const [chosen, last, calling, talking] = await Promise.all([
      findChosenModel(pool, turn.ownerId),
      findLastModel(pool, turn.conversationId),
      rotation.state.availabilities({ callsTools: true }),
      rotation.state.availabilities({ callsTools: false }),
    ]);
    const first = firstOf({ calling, talking }, chosen);
    return first && new PoolRoute(rotation, turn, { ...first, last: last ?? undefined });
  };
}

type Availabilities = ReadonlyMap<RotatingModel, Availability>;

/** The model for which prompts are built. */
interface FirstModel {
  readonly contextTokens: number;
  readonly supportsTools: boolean;
  /** Id of the user's chosen model, if it can answer. */
  readonly chosen?: string;
}

/**
 * The user's model, else the largest available one, preferably with tools. A model whose tools are cooling is not used while another one has tools.
 */
function firstOf(
  { calling, talking }: { readonly calling: Availabilities; readonly talking: Availabilities },
  chosenId: string | null,
): FirstModel | undefined {
  const ready = listOf(talking, ['available']);
  const withTools = listOf(calling, ['available']).filter(({ supportsTools }) => supportsTools);
  const chosen = ready.find(({ id }) => id === chosenId);
  const isHonored = chosen && (withTools.includes(chosen) || !chosen.supportsTools || withTools.length === 0);
  if (isHonored) return { ...chosen, supportsTools: withTools.includes(chosen), chosen: chosen.id };
  const largest = largestOf(withTools) ?? largestOf(ready);
  if (largest) return { ...largest, supportsTools: withTools.length > 0 };
  const later = listOf(talking, ['cooling', 'probing']);
  return largestOf(later.filter(({ supportsTools }) => supportsTools)) ?? largestOf(later);
}

function listOf(availabilities: Availabilities, statuses: readonly Availability['status'][]): RotatingModel[] {
  return [...availabilities].flatMap(([model, { status }]) => (statuses.includes(status) ? model : []));
}

function largestOf(models: readonly RotatingModel[]): RotatingModel | undefined {
  return models.toSorted((one, other) => other.contextTokens - one.contextTokens)[0];
}

interface Preferences extends FirstModel {
  readonly last: string | undefined;
}

/** State shared by the attempts of a step. */
interface Attempts {
  readonly search: ModelSearch;
  /** Output was shown that must be discarded once another model answers. */
  hasShown: boolean;
  fault: ModelFault | undefined;
  /** Models whose context was too small. */
  tooSmall: number;
}

/** No other model may be called, except a larger one, once. */
function isFinal({ fault: error, tooSmall }: Attempts): boolean {
  return (error !== undefined && FINAL.has(error.fault.class)) || tooSmall > 1;
}

class PoolRoute implements ModelRoute {
  readonly contextTokens: number;
  readonly supportsTools: boolean;
  readonly #rotation: Rotation;
  readonly #turn: RoutedTurn;
  readonly #chosen: string | undefined;
  #last: string | undefined;
  #answering: RotatingModel | undefined;

  constructor(rotation: Rotation, turn: RoutedTurn, { contextTokens, supportsTools, chosen, last }: Preferences) {
    this.#rotation = rotation;
    this.#turn = turn;
    this.#chosen = chosen;
    this.#last = last;
    this.contextTokens = contextTokens;
    this.supportsTools = supportsTools;
  }

  async *ask(question: StepQuestion): AsyncGenerator<StepEvent, TokenUsage, void> {
    const preferred = [this.#chosen, this.#last];
    const search = new ModelSearch(this.#rotation, { question, contextTokens: this.contextTokens, preferred });
    const attempts: Attempts = { search, hasShown: false, fault: undefined, tooSmall: 0 };
    let before: RotatingModel | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const found = await search.next();
      if (!found) break;
      const { model } = found;
      if (before && attempts.fault) this.#rotation.noteFailover(before, model, attempts.fault.fault.class);
      yield { kind: 'model', id: model.id, lane: model.lane, billing: 'free', attempt, isFailover: attempt > 1 };
      const usage = yield* this.#tell(found, question, attempts);
      if (usage) {
        [this.#last, this.#answering] = [model.id, model];
        return usage;
      }
      before = model;
      if (isFinal(attempts)) break;
    }
    throw await failureOf(attempts);
  }

  /** Replaces the model that is offered tools, if another is available; returns whether it is. */
  async replaceForTools(): Promise<boolean> {
    const model = this.#answering;
    if (!model) return false;
    await this.#rotation.noteBadTools(model);
    const availabilities = await this.#rotation.state.availabilities({ callsTools: true });
    return [...availabilities].some(([{ supportsTools }, { status }]) => supportsTools && status === 'available');
  }

  /** Calls a found model; undefined when it did not answer. */
  async *#tell(
    found: FoundModel,
    { prompt, offered, signal }: StepQuestion,
    attempts: Attempts,
  ): AsyncGenerator<StepEvent, TokenUsage | undefined, void> {
    const { search } = attempts;
    const { model } = found;
    const times = { ...this.#rotation.times.model, firstPieceMs: search.firstPieceMs };
    const call = beginModelCall({ ...model, conversationId: this.#turn.conversationId });
    const answer = askModel(model, prompt, { signal, times, offered });
    let isVoid = attempts.hasShown;
    let isOpen = true;
    try {
      for (let next = await answer.next(); ; next = await answer.next()) {
        if (next.done === true) {
          isOpen = false;
          call.end(next.value);
          await this.#rotation.noteAnswer(found, call, next.value);
          return next.value;
        }
        call.heard();
        if (found.probes.length > 0) {
          await this.#rotation.noteHeard(found);
          found = { model, probes: [] };
        }
        if (isVoid) yield { kind: 'reset' };
        isVoid = false;
        attempts.hasShown = true;
        yield next.value;
      }
    } catch (error) {
      if (!isOpen || !(error instanceof ModelFault)) throw error;
      isOpen = false;
      call.end(error);
      attempts.fault = error;
      if (error.fault.class === 'context') attempts.tooSmall += 1;
      search.spendSilence(call.firstPieceMs ?? Date.now() - call.startedAt.getTime());
      search.noteFault(model, error.fault.class);
      await this.#rotation.noteFault(found, call, error);
      return undefined;
    } finally {
      await answer.return(NO_TOKENS);
      if (isOpen) {
        call.end();
        await this.#rotation.noteLeft(found, call);
      }
    }
  }
}

/** The error of a step that no model answered. */
async function failureOf({ search, hasShown, fault: error }: Attempts): Promise<ModelFailure> {
  if (hasShown) return new ModelFailure('PROVIDER_STREAM_INTERRUPTED', { cause: error });
  if (error && (FINAL.has(error.fault.class) || error.fault.class === 'context')) {
    return new ModelFailure(CODE_OF_CLASS[error.fault.class], { cause: error });
  }
  const blocked = await search.blocked();
  const retryAfterSeconds = blocked && Math.max(1, Math.ceil(blocked.endsInMs / 1_000));
  if (error) return new ModelFailure(CODE_OF_CLASS[error.fault.class], { cause: error, retryAfterSeconds });
  const isOfAccounts = blocked && blocked.because.length > 0 && blocked.because.every((name) => OF_ACCOUNT.has(name));
  return new ModelFailure(isOfAccounts ? 'PROVIDER_AUTH_FAILED' : 'FREE_POOL_EXHAUSTED', { retryAfterSeconds });
}
