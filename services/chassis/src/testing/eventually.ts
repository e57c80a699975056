import { setTimeout as pause } from 'node:timers/promises';

/** Repeats an assertion until it holds; throws what it threw last after `timeoutMs`. */
export async function eventually<T>(assertion: () => T | Promise<T>, timeoutMs = 30_000): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(10);
    }
  }
}
