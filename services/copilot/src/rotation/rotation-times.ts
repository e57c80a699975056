import { MODEL_TIMES, type ModelTimes } from '../models/ask-model.js';

/** Limits of time of the rotation, in milliseconds where nothing else is said. */
export interface RotationTimes {
  readonly model: ModelTimes;
  /** For which a user waits in silence while a step asks one model after the other. */
  readonly attemptsMs: number;
  /** For which a step waits for a model that is left alone. */
  readonly waitMs: number;
  /** Between two looks meanwhile. */
  readonly lookMs: number;
  /** For which what is known of models is used again. */
  readonly knownMs: number;
  /** Seconds of a try whether a model works again. */
  readonly probeSeconds: number;
  /** Between two times that outcomes are stored. */
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
