import { setImmediate } from 'node:timers/promises';

/** Lets other calls have their turn when this work has had the processor for long enough; cheap to ask after every step. */
export type TakeTurns = () => Promise<void>;

/** Milliseconds for which one piece of work may hold up all others. */
const TURN_MS = 10;

export function createTurns(): TakeTurns {
  let beganAt = performance.now();
  return async () => {
    if (performance.now() - beganAt < TURN_MS) return;
    await setImmediate();
    beganAt = performance.now();
  };
}
