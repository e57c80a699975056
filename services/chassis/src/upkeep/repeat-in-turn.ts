import { repeat, type Repetition } from '../concurrency/repeat.js';
import { giveUpTurn, takeTurn, type UpkeepTurns } from './upkeep-turn-repo.js';

/** Share of the time between two runs for which a run keeps others from one: clocks and starts are not exact. */
const HELD_SHARE = 0.9;

/**
 * Runs `work` now and again every `everyMs`, in one process of all that do so: the others pass. A run that fails, or that is
 * told to end before it is done, is made up for by the next one, of whichever process. It may take longer than `everyMs`; then two run at once.
 */
export function repeatInTurn(
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
