import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between tries; they grow, because polling for an assertion that holds late would occupy a core. */
const PAUSE_MS = { first: 10, growth: 1.3, max: 100 };

/** Repeats an assertion until it holds; throws its last error after `timeoutMs`. */
export async function eventually<T>(assertion: () => T | Promise<T>, timeoutMs = 60_000): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * PAUSE_MS.growth, PAUSE_MS.max)) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(pauseMs);
    }
  }
}
