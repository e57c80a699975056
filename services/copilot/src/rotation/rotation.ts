import type { Log } from '@svc/chassis/logging/log';
import type { AnswerEnd } from '../models/ask-model.js';
import type { FaultClass } from '../models/fault-classes.js';
import type { ModelCall } from '../models/model-call.js';
import type { ModelFault } from '../models/model-failure.js';
import type { RotatingModel } from '../models/pool-models.js';
import { scopesOf } from './availability.js';
import { type CooldownLength, cooldownOf, type Scope } from './cooldown.js';
import type { FoundModel } from './model-search.js';
import type { Outcomes } from './outcomes.js';
import { PoolState } from './pool-state.js';
import { RecentCalls } from './recent-calls.js';
import { cooldowns, failovers } from './rotation-metrics.js';
import type { RotationStore } from './rotation-store.js';
import type { RotationTimes } from './rotation-times.js';

export interface RotationParts {
  readonly models: readonly RotatingModel[];
  readonly store: RotationStore;
  readonly outcomes: Outcomes;
  readonly times: RotationTimes;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** Milliseconds that a model cools when too many of its recent calls failed. */
const BAD_MODEL_MS = 60_000;

/** The models of the installation, shared by all turns of the process: outcomes affect the next call. */
export class Rotation {
  readonly state: PoolState;
  readonly store: RotationStore;
  readonly times: RotationTimes;
  readonly now: () => number;
  readonly #parts: RotationParts;
  readonly #random: () => number;
  readonly #recent = new RecentCalls();

  constructor(parts: RotationParts) {
    const { models, store, times, now, random = Math.random } = parts;
    this.#parts = parts;
    this.#random = random;
    this.store = store;
    this.times = times;
    this.now = now;
    this.state = new PoolState({ models, store, now, knownMs: times.knownMs });
  }

  /** Records the first output of a model: it works, so past failures no longer keep other calls from using it. */
  async noteHeard({ probes }: FoundModel): Promise<void> {
    await this.#forgive(probes);
  }

  /** Records an answer of a model. */
  async noteAnswer({ model, probes }: FoundModel, call: ModelCall, usage: AnswerEnd): Promise<void> {
    this.#note(model, call, { usage });
    this.#recent.noteCall(model.id, false, this.now());
    await this.#forgive(probes);
  }

  /** Records a failure of a model: the model or its lane cools for a while. */
  async noteFault({ model, probes }: FoundModel, call: ModelCall, { fault }: ModelFault): Promise<void> {
    this.#note(model, call, { fault: fault.class });
    this.#parts.log.warn(
      { lane: model.lane, modelId: model.id, class: fault.class, status: fault.status },
      'a model of the copilot did not answer',
    );
    const now = this.now();
    const cooldown = cooldownOf(fault, model.limits, { now, random: this.#random });
    // The model works, but refuses the message.
    if (!cooldown) return this.#forgive(probes);
    const startedAt = call.startedAt.getTime();
    const cool = (scope: Scope, length: CooldownLength) =>
      this.#cool(scope, { class: fault.class, status: fault.status, length, startedAt });
    if (fault.class !== 'network' || this.#recent.noteNetworkFault(model.lane, now)) {
      await cool(scopesOf(model)[cooldown.on], cooldown.length);
    }
    if (this.#recent.noteCall(model.id, true, now)) await cool(scopesOf(model).model, { until: now + BAD_MODEL_MS });
    await this.store.endProbe(probes);
    this.state.forget();
  }

  /** Records that the caller canceled the call. */
  async noteLeft({ model, probes }: FoundModel, call: ModelCall): Promise<void> {
    this.#note(model, call, {});
    await this.store.endProbe(probes);
  }

  /** Records that one model replaces another. */
  noteFailover(from: RotatingModel, to: RotatingModel, name: FaultClass): void {
    failovers.add(name);
    const failover = { at: new Date(this.now()), from: from.id, to: to.id, class: name };
    this.#parts.outcomes.noteFailover(failover, from.lane);
  }

  /** Records repeated unusable tool calls of a model: it gets no tools for a while. */
  async noteBadTools(model: RotatingModel): Promise<void> {
    const now = this.now();
    const cooldown = cooldownOf({ class: 'bad_tools' }, model.limits, { now, random: this.#random });
    if (!cooldown) return;
    await this.#cool(scopesOf(model).tools, { class: 'bad_tools', length: cooldown.length, startedAt: now });
    this.state.forget();
  }

  async #cool(
    scope: Scope,
    fault: { class: FaultClass; status?: number | undefined; length: CooldownLength; startedAt: number },
  ): Promise<void> {
    cooldowns.add(fault.class);
    await this.store.cool(scope, { ...fault, status: fault.status ?? null, now: this.now() });
  }

  async #forgive(probes: readonly Scope[]): Promise<void> {
    if (probes.length === 0) return;
    await this.store.forgive(probes);
    this.state.forget();
  }

  #note(
    { id: modelId, lane }: RotatingModel,
    { startedAt: at, firstPieceMs }: ModelCall,
    outcome: { usage?: AnswerEnd; fault?: FaultClass },
  ): void {
    this.#parts.outcomes.noteCall({ modelId, lane, at, firstPieceMs, ...outcome });
  }
}
