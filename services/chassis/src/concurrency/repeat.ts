import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../logging/log.js';

export interface Repetition {
  /** Starts no further run, aborts the current one, and waits for it. */
  stop(): Promise<void>;
  /** Ends the current pause: the next run starts now. */
  wake(): void;
}

/**
 * Runs `work` now and again `pauseMs` (or the result of the function) after each run, never two at once. A failed run does not stop the loop; the log
 * records the first failure and the recovery, not each failure. Pauses are jittered by a fifth, so that processes do not synchronize. Long work
 * checks its signal between pieces and throws the signal's reason once it is aborted.
 */
export function repeat(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  pauseMs: number | (() => number),
  log: Log,
): Repetition {
  const stopping = new AbortController();
  let isFailing = false;
  let endPause: (() => void) | undefined;

  const run = async (): Promise<void> => {
    try {
      await work(stopping.signal);
      if (isFailing) log.info({ loop: name }, 'a background loop works again');
      isFailing = false;
    } catch (error) {
      if (error === stopping.signal.reason && stopping.signal.aborted) return;
      if (!isFailing) log.warn({ err: error, loop: name }, 'a background loop failed and will retry');
      isFailing = true;
    }
  };

  const pauseOnce = async (): Promise<void> => {
    const pausing = new AbortController();
    endPause = () => pausing.abort();
    const ms = typeof pauseMs === 'number' ? pauseMs : pauseMs();
    const { signal } = pausing;
    await pause(ms * (0.8 + Math.random() * 0.4), undefined, { signal, ref: false }).catch(() => undefined);
    endPause = undefined;
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await run();
      if (!stopping.signal.aborted) await pauseOnce();
    }
  };

  const ended = loop();
  return {
    stop() {
      stopping.abort();
      endPause?.();
      return ended;
    },
    wake: () => endPause?.(),
  };
}
