import { MODEL_TIMES, type ModelTimes } from '../models/ask-model.js';

/** Timeouts of the rotation, in milliseconds unless noted. */
export interface RotationTimes {
  readonly model: ModelTimes;
  /** Maximum time without output for the user while a step calls one model after the other. */
  readonly attemptsMs: number;
  /** Maximum wait of a step for a cooling model. */
  readonly waitMs: number;
  /** Between two polls of the state during that wait. */
  readonly lookMs: number;
  /** How long the state of models is cached. */
  readonly knownMs: number;
  /** Maximum seconds of a probe. */
  readonly probeSeconds: number;
  /** Between two writes of outcomes. */
  readonly storeMs: number;
}

export const ROTATION_TIMES: RotationTimes = {
  model: MODEL_TIMES,
  attemptsMs: 25_000,
  waitMs: 8_000,
  lookMs: 250,
  knownMs: 1_000,
  probeSeconds: 30,
  storeMs: 10_000,
};
