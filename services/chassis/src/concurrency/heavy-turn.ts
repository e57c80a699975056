import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Bytes of a text or message beyond which each pass over it takes milliseconds. */
export const HEAVY_BYTES = 1_048_576;

/** Maximum pause in milliseconds: a turn that took longer included other work. */
const REST_MS_MAX = 50;

let line: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop for work that takes milliseconds. All such work in the process queues here, and each turn is followed by a
 * pause of the same length, so that small requests wait for at most one such turn.
 */
export function heavyTurn(): Promise<void> {
  const turn = line.then(() => setImmediate());
  line = turn.then(rest);
  return turn;
}

/** Called at the start of a turn, before its work. */
async function rest(): Promise<void> {
  const beganAt = performance.now();
  await setImmediate();
  await sleep(Math.min(performance.now() - beganAt, REST_MS_MAX));
}
