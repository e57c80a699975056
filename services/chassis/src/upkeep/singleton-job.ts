import { repeat, type Repetition } from '../concurrency/repeat.js';
import { giveUpTurn, takeTurn, type UpkeepTurns } from './upkeep-turn-repo.js';

/** How long a run holds its lease, as a share of the interval: clocks and starts are not exact. */
const HELD_SHARE = 0.9;

/**
 * Runs `work` every `everyMs` in one of the processes that start the job; the others skip. A run that fails, or is told to stop early, is
 * repeated at the next turn, in whichever process. A run that takes longer than `everyMs` overlaps with the next.
 */
export function startSingletonJob(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  everyMs: number,
  turns: UpkeepTurns,
): Repetition {
  const run = async (signal: AbortSignal): Promise<void> => {
    if (!(await takeTurn(turns, name, everyMs * HELD_SHARE))) return;
    try {
      await work(signal);
    } catch (error) {
      await giveUpTurn(turns, name);
      throw error;
    }
  };
  return repeat(name, run, everyMs, turns.pool.log);
}
