import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Bytes of a text or a message beyond which each pass over it takes milliseconds. */
export const HEAVY_BYTES = 1_048_576;

/** Milliseconds for which heavy work rests at most: a turn that took longer was not all work of ours. */
const REST_MS_MAX = 50;

let line: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop for work that takes milliseconds. All such work of the process waits here in one line, and each
 * turn is followed by a rest as long as itself, so that those who ask for little wait for one such turn and not for all together.
 */
export function heavyTurn(): Promise<void> {
  const turn = line.then(() => setImmediate());
  line = turn.then(rest);
  return turn;
}

/** Begins with the turn, before its work. */
async function rest(): Promise<void> {
  const beganAt = performance.now();
  await setImmediate();
  await sleep(Math.min(performance.now() - beganAt, REST_MS_MAX));
}
