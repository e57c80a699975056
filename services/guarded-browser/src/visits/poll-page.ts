import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 100;

/** Polls until there is a result; undefined when there is none in time. */
export async function pollPage<T>(timeoutMs: number, ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() + PAUSE_MS > giveUpAt) return answer;
    await pause(PAUSE_MS);
  }
}
