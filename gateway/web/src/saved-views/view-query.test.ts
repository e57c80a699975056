import { expect, test } from '@jest/globals';
import { flag, order, searchReader, text, word } from '../search-parameters.js';
import { queryOf, searchOf } from './view-query.js';

const read = searchReader({ q: text, status: word(['active']), overdue: flag, sort: order(['price']) });

test('a view shows again what the address said', () => {
  const search = read({ q: '2026', status: 'active', overdue: true, sort: '-price' });

  expect(queryOf(search)).toEqual({ q: '2026', status: 'active', overdue: 'true', sort: '-price' });
  expect(read(searchOf(queryOf(search)))).toEqual(search);
});

test('what the list does not know any more is left out', () => {
  expect(read(searchOf({ stage: 'won', status: 'paused', sort: '-color', q: 'kite' }))).toEqual({ q: 'kite' });
});
