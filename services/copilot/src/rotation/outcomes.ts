import { HOUR_MS } from '@svc/chassis/time/durations';
import type { TokenUsage } from '../models/ask-model.js';
import type { FaultClass } from '../models/fault-classes.js';

/** One model replaced another. */
export interface Failover {
  readonly at: Date;
  /** Ids of models. */
  readonly from: string;
  readonly to: string;
  readonly class: FaultClass;
}

/** Outcomes of a model's calls in an hour. */
export interface ModelHour {
  readonly hour: Date;
  readonly modelId: string;
  readonly lane: string;
  calls: number;
  successes: number;
  failures: number;
  /** Times that another model replaced it. */
  failoversFrom: number;
  /** Calls with any output, and their total latency. */
  firstPieces: number;
  firstPiecesMs: number;
  promptTokens: number;
  completionTokens: number;
  lastFaultClass: FaultClass | null;
  lastFaultAt: Date | null;
}

/** Sums that are not stored yet. */
export interface GatheredOutcomes {
  readonly hours: readonly ModelHour[];
  readonly failovers: readonly Failover[];
}

/** How a call of a model ended; an aborted one has neither tokens nor a fault. */
export interface CallOutcome {
  readonly modelId: string;
  readonly lane: string;
  readonly at: Date;
  /** Until its first output; undefined without any. */
  readonly firstPieceMs: number | undefined;
  readonly usage?: TokenUsage | undefined;
  readonly fault?: FaultClass | undefined;
}

/** Maximum failovers waiting to be stored. */
const FAILOVERS_MAX = 1_000;

/** Sums outcomes of calls by model and hour. */
export class Outcomes {
  #hours = new Map<string, ModelHour>();
  #failovers: Failover[] = [];

  noteCall({ modelId, lane, at, firstPieceMs, usage, fault }: CallOutcome): void {
    const hour = this.#hourOf(modelId, lane, at);
    hour.calls += 1;
    if (firstPieceMs !== undefined) {
      hour.firstPieces += 1;
      hour.firstPiecesMs += Math.round(firstPieceMs);
    }
    if (usage) {
      hour.successes += 1;
      hour.promptTokens += usage.promptTokens;
      hour.completionTokens += usage.completionTokens;
    }
    if (fault === undefined) return;
    hour.failures += 1;
    hour.lastFaultClass = fault;
    hour.lastFaultAt = at;
  }

  noteFailover(failover: Failover, lane: string): void {
    this.#hourOf(failover.from, lane, failover.at).failoversFrom += 1;
    if (this.#failovers.length < FAILOVERS_MAX) this.#failovers.push(failover);
  }

  /** Returns the sums, and resets them. */
  drain(): GatheredOutcomes {
    const gathered = { hours: [...this.#hours.values()], failovers: this.#failovers };
    this.#hours = new Map();
    this.#failovers = [];
    return gathered;
  }

  #hourOf(modelId: string, lane: string, at: Date): ModelHour {
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    const key = `${hour.getTime()} ${modelId}`;
    const known = this.#hours.get(key);
    if (known) return known;
    const counts = { calls: 0, successes: 0, failures: 0, failoversFrom: 0, firstPieces: 0, firstPiecesMs: 0 };
    const tokens = { promptTokens: 0, completionTokens: 0 };
    const begun = { hour, modelId, lane, ...counts, ...tokens, lastFaultClass: null, lastFaultAt: null };
    this.#hours.set(key, begun);
    return begun;
  }
}
