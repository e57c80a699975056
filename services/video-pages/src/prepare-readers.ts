import { monthTable } from './dates/month-names.js';
import { phraseTable } from './dates/relative-phrases.js';
import { unitTable } from './views/unit-table.js';

let preparing: Promise<void> | undefined;

/**
 * Builds the tables of all readers in short slices, without blocking the event loop. A reader used earlier builds its own at once, which
 * blocks the process for hundreds of milliseconds.
 */
export function prepareReaders(): Promise<void> {
  preparing ??= (async () => {
    for (const table of [unitTable, monthTable, phraseTable]) await table.prepare();
  })();
  return preparing;
}
