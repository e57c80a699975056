import { setImmediate } from 'node:timers/promises';
import { type Locale, LOCALES } from './locales.js';

/**
 * A table of what the runtime knows of every locale. To ask it for all of them takes hundreds of milliseconds, so the table is made when it
 * is first needed, and can be made earlier in short slices that do not block the event loop.
 */
export class LocaleTable<Table> {
  readonly #missing = LOCALES.values();
  readonly #add: (locale: Locale) => void;
  readonly #finish: () => Table;
  #table: Table | undefined;

  /** `add` takes in one locale, `finish` gives the table once all of them are. */
  constructor(add: (locale: Locale) => void, finish: () => Table) {
    this.#add = add;
    this.#finish = finish;
  }

  /** Makes at once what is missing. */
  get(): Table {
    for (const locale of this.#missing) this.#add(locale);
    this.#table ??= this.#finish();
    return this.#table;
  }

  /** Makes what is missing, one locale in each turn of the event loop. */
  async prepare(): Promise<void> {
    for (let next = this.#missing.next(); !next.done; next = this.#missing.next()) {
      this.#add(next.value);
      await setImmediate();
    }
    this.get();
  }
}
