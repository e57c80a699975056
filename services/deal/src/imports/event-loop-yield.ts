import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop once the work has run for 10 ms. Cheap enough to call after every step. */
export type YieldToEventLoop = () => Promise<void>;

/** Milliseconds between two yields. */
const YIELD_AFTER_MS = 10;

export function createEventLoopYield(): YieldToEventLoop {
  let beganAt = performance.now();
  return async () => {
    if (performance.now() - beganAt < YIELD_AFTER_MS) return;
    await setImmediate();
    beganAt = performance.now();
  };
}
