import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_TOKENS_MAX } from '../models/ask-model.js';
import type { FaultClass } from '../models/fault-classes.js';
import type { StepQuestion } from '../models/model-route.js';
import type { RotatingModel } from '../models/pool-models.js';
import { type Availability, countersOf } from './availability.js';
import { chooseInTurn } from './choose-in-turn.js';
import type { Scope } from './cooldown.js';
import type { PoolState } from './pool-state.js';
import type { RotationStore } from './rotation-store.js';
import type { RotationTimes } from './rotation-times.js';

export interface SearchParts {
  readonly state: PoolState;
  readonly store: RotationStore;
  readonly times: RotationTimes;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Criteria of the search. */
export interface Wanted {
  readonly question: Pick<StepQuestion, 'promptTokens' | 'offered' | 'signal'>;
  /** Context size for which the turn builds its prompts: models with it are large enough. */
  readonly contextTokens: number;
  /** Ids of models to prefer, in order. */
  readonly preferred: readonly (string | undefined)[];
}

/** A model to call now, and the failed scopes that the call probes. */
export interface FoundModel {
  readonly model: RotatingModel;
  readonly probes: readonly Scope[];
}

/** Faults of an account rather than of one model: skip the rest of the lane. */
const LANE_FAULTS: ReadonlySet<FaultClass> = new Set(['rate_lane', 'quota_lane', 'credit', 'auth', 'network']);

/** Finds the model for each attempt of a step. */
export class ModelSearch {
  readonly #parts: SearchParts;
  readonly #wanted: Wanted;
  readonly #tried = new Set<string>();
  readonly #lanesTried = new Set<string>();
  #contextMin = 0;
  #waitMs: number;
  #silenceMs: number;

  constructor(parts: SearchParts, wanted: Wanted) {
    this.#parts = parts;
    this.#wanted = wanted;
    this.#waitMs = parts.times.waitMs;
    this.#silenceMs = parts.times.attemptsMs;
  }

  /** Milliseconds within which the next model must start its output. */
  get firstPieceMs(): number {
    return Math.min(this.#parts.times.model.firstPieceMs, this.#silenceMs);
  }

  /** The next model to call, perhaps after a short wait; undefined when none is ready in time. Throws the signal's reason. */
  async next(): Promise<FoundModel | undefined> {
    const { times } = this.#parts;
    while (this.#silenceMs > 0) {
      const availabilities = await this.#availabilities(
        ({ id, lane }) => !this.#tried.has(id) && !this.#lanesTried.has(lane),
      );
      const found = await this.#take(availabilities);
      if (found) {
        this.#tried.add(found.model.id);
        return found;
      }
      const endsInMs = this.#endsInMs(availabilities);
      if (endsInMs === undefined || endsInMs > Math.min(this.#waitMs, this.#silenceMs)) return undefined;
      const ms = Math.min(Math.max(1, endsInMs), times.lookMs);
      await pause(ms, undefined, { signal: this.#wanted.question.signal }).catch(() => undefined);
      this.#wanted.question.signal.throwIfAborted();
      this.#waitMs -= ms;
      this.spendSilence(ms);
      this.#parts.state.forget();
    }
    return undefined;
  }

  /** Deducts time that the user has already waited. */
  spendSilence(ms: number): void {
    this.#silenceMs -= ms;
  }

  /** Records the fault of a found model. */
  noteFault({ lane, contextTokens }: RotatingModel, name: FaultClass): void {
    if (LANE_FAULTS.has(name)) this.#lanesTried.add(lane);
    if (name === 'context') this.#contextMin = contextTokens + 1;
  }

  /** Milliseconds until the first candidate finishes cooling, and the reasons of all; undefined while one is available. */
  async blocked(): Promise<{ readonly endsInMs: number; readonly because: readonly FaultClass[] } | undefined> {
    this.#parts.state.forget();
    const availabilities = [...(await this.#availabilities(() => true)).values()];
    if (availabilities.length === 0 || availabilities.some(({ status }) => status === 'available')) return undefined;
    const because = availabilities.flatMap((availability) =>
      availability.status === 'cooling' ? availability.because : [],
    );
    const now = this.#parts.now();
    const ends = availabilities.map((availability) =>
      availability.status === 'cooling' ? availability.until - now : this.#parts.times.probeSeconds * 1_000,
    );
    return { endsInMs: Math.min(...ends), because };
  }

  /** The state of all models that could answer, except disabled ones. */
  async #availabilities(isWanted: (model: RotatingModel) => boolean): Promise<Map<RotatingModel, Availability>> {
    const { offered } = this.#wanted.question;
    const needsTools = offered.tools.length > 0;
    const all = await this.#parts.state.availabilities({ callsTools: needsTools && !offered.isClosed });
    return new Map(
      [...all].filter(
        ([model, { status }]) =>
          status !== 'disabled' &&
          isWanted(model) &&
          this.#isLargeEnough(model) &&
          (!needsTools || model.supportsTools),
      ),
    );
  }

  #isLargeEnough({ contextTokens }: RotatingModel): boolean {
    if (contextTokens < this.#contextMin) return false;
    const { contextTokens: enough, question } = this.#wanted;
    const answerTokens = Math.min(ANSWER_TOKENS_MAX, Math.ceil(contextTokens / 4));
    return contextTokens >= enough || contextTokens >= question.promptTokens + answerTokens;
  }

  async #take(availabilities: ReadonlyMap<RotatingModel, Availability>): Promise<FoundModel | undefined> {
    const { store, state, now } = this.#parts;
    let choices = [...availabilities].flatMap(([model, availability]) =>
      availability.status === 'available' ? [{ model, weight: model.weight, toProbe: availability.toProbe }] : [],
    );
    while (choices.length > 0) {
      const choice =
        this.#wanted.preferred.flatMap((id) => choices.find(({ model }) => model.id === id) ?? [])[0] ??
        chooseInTurn(choices, await store.nextTurn());
      if (!choice) return undefined;
      const { model, toProbe } = choice;
      if (await this.#probeAll(toProbe)) {
        if (await store.take(countersOf(model, now()))) return { model, probes: toProbe };
        await store.endProbe(toProbe);
      }
      // Another call probed it first.
      state.forget();
      choices = choices.filter((each) => each !== choice);
    }
    return undefined;
  }

  async #probeAll(scopes: readonly Scope[]): Promise<boolean> {
    const { store, times } = this.#parts;
    for (const [at, scope] of scopes.entries()) {
      if (await store.probe(scope, times.probeSeconds)) continue;
      await store.endProbe(scopes.slice(0, at));
      return false;
    }
    return true;
  }

  /** Milliseconds until the first may be called, or until the next attempt while another call is probing. */
  #endsInMs(availabilities: ReadonlyMap<RotatingModel, Availability>): number | undefined {
    const { now, times } = this.#parts;
    const ends = [...availabilities.values()].map((availability) =>
      availability.status === 'cooling' ? availability.until - now() : times.lookMs,
    );
    return ends.length === 0 ? undefined : Math.min(...ends);
  }
}
