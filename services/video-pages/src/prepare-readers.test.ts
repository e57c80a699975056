import { expect, test } from '@jest/globals';
import { findMonths } from './dates/month-names.js';
import { findTimeAgo } from './dates/relative-phrases.js';
import { prepareReaders } from './prepare-readers.js';
import { LocaleTable } from './views/locale-table.js';
import { type Locale, LOCALES } from './views/locales.js';

/** Builds a table of its locales, and counts the event loop turns in the meantime. */
async function make(work: (table: LocaleTable<readonly Locale[]>) => unknown) {
  const made: Locale[] = [];
  let turns = 0;
  let immediate: NodeJS.Immediate;
  const count = (): void => {
    turns += 1;
    immediate = setImmediate(count);
  };
  immediate = setImmediate(count);
  const table = new LocaleTable<readonly Locale[]>(
    (locale) => made.push(locale),
    () => [...made],
  );
  await work(table);
  clearImmediate(immediate);
  return { turns, locales: table.get() };
}

test('prepares one locale per turn of the event loop', async () => {
  const { turns, locales } = await make((table) => table.prepare());

  expect(locales).toEqual(LOCALES);
  expect(turns).toBeGreaterThanOrEqual(LOCALES.length - 1);
});

test('contains every locale once when used during preparation', async () => {
  const { locales } = await make(async (table) => {
    const preparing = table.prepare();
    expect(table.get()).toEqual(LOCALES);
    await preparing;
  });

  expect(locales).toEqual(LOCALES);
});

test('prepares readers for every language', async () => {
  await prepareReaders();

  expect([...(findMonths('1 mai 2026')[0]?.months.keys() ?? [])]).toContain('fr');
  expect(findTimeAgo('vor 3 tagen')?.get('de')).toEqual({ unit: 'day', amount: 3 });
});
