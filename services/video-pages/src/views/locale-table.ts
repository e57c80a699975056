import { setImmediate } from 'node:timers/promises';
import { type Locale, LOCALES } from './locales.js';

/**
 * A table built from runtime data of every locale, which takes hundreds of milliseconds. Built on first use, or earlier in short slices
 * that do not block the event loop.
 */
export class LocaleTable<Table> {
  readonly #missing = LOCALES.values();
  readonly #add: (locale: Locale) => void;
  readonly #finish: () => Table;
  #table: Table | undefined;

  /** `add` adds one locale; `finish` returns the table after the last one. */
  constructor(add: (locale: Locale) => void, finish: () => Table) {
    this.#add = add;
    this.#finish = finish;
  }

  /** Builds what is missing, and returns the table. */
  get(): Table {
    for (const locale of this.#missing) this.#add(locale);
    this.#table ??= this.#finish();
    return this.#table;
  }

  /** Builds what is missing, one locale per turn of the event loop. */
  async prepare(): Promise<void> {
    for (let next = this.#missing.next(); !next.done; next = this.#missing.next()) {
      this.#add(next.value);
      await setImmediate();
    }
    this.get();
  }
}
