import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.js';

export interface Repetition {
  /** Starts no further run and waits for the running one. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now and again `pauseMs` after each run, never two at once. A run that fails is followed by the next; the log says
 * when failing begins and when it ends, not each time.
 */
export function repeat(name: string, work: () => Promise<void>, pauseMs: number, log: Log): Repetition {
  const stopping = new AbortController();
  let isFailing = false;

  const run = async (): Promise<void> => {
    try {
      await work();
      if (isFailing) log.info({ loop: name }, 'a background loop works again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error, loop: name }, 'a background loop fails and goes on trying');
      isFailing = true;
    }
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await run();
      await pause(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };

  const ended = loop();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
