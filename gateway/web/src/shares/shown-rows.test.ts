import { expect, test } from '@jest/globals';
import { createFormats } from '@svc/web/shared/format';
import { shownGroups } from './shown-groups.js';
import { shownRows } from './shown-rows.js';

const formats = createFormats({ locale: 'en', timeZone: 'UTC' });

const field = (key: string, label = key) => ({ key, label, byDefault: false });

const textsOf = (record: object, ...keys: string[]) =>
  shownRows(
    record,
    keys.map((key) => field(key)),
    formats,
  ).map(({ key, text }) => [key, text]);

test('an amount shows its currency, which has its own row when the amount is hidden', () => {
  const deal = { price: 1_250.5, currency: 'EUR' };
  expect(textsOf(deal, 'price', 'currency')).toEqual([['price', '€1,250.50']]);
  expect(textsOf(deal, 'currency')).toEqual([['currency', 'EUR']]);
  expect(textsOf({ ...deal, price: null }, 'price', 'currency')).toEqual([['currency', 'EUR']]);
});

test('neither the name nor empty fields have a row', () => {
  const deal = { name: 'Spring', notes: null, tags: [], viewsTarget: 0 };
  expect(textsOf(deal, 'name', 'notes', 'tags', 'viewsTarget')).toEqual([['viewsTarget', '0']]);
});

test('dates, states, tags and handles are in words', () => {
  const record = {
    postDate: '2026-03-04',
    status: 'active',
    tags: ['a', 'b'],
    handles: [{ platform: 'YouTube', handle: '@ada', url: null }],
  };
  expect(textsOf(record, 'postDate', 'status', 'tags', 'handles')).toEqual([
    ['postDate', 'Mar 4, 2026'],
    ['status', 'Active'],
    ['tags', 'a, b'],
    ['handles', 'YouTube: @ada'],
  ]);
});

test('rows are grouped, and ungrouped fields come last', () => {
  const groups = shownGroups([field('notes'), field('brandNew'), field('price'), field('readings'), field('name')]);
  expect(groups.map(({ name, fields }) => [name, fields.map(({ key }) => key)])).toEqual([
    ['Basics', ['name']],
    ['Views and proof', ['readings']],
    ['Money', ['price']],
    ['Contact data and notes', ['notes']],
    ['Other', ['brandNew']],
  ]);
});
