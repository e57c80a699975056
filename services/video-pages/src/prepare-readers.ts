import { monthTable } from './dates/month-names.js';
import { phraseTable } from './dates/relative-phrases.js';
import { unitTable } from './views/unit-table.js';

let preparing: Promise<void> | undefined;

/**
 * Makes the tables of all readers in short slices that do not block the event loop. A reader that is used earlier makes its own at once, which holds up its
 * process for hundreds of milliseconds.
 */
export function prepareReaders(): Promise<void> {
  preparing ??= (async () => {
    for (const table of [unitTable, monthTable, phraseTable]) await table.prepare();
  })();
  return preparing;
}
