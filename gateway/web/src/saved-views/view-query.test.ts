import { expect, test } from '@jest/globals';
import { flag, order, searchReader, text, word } from '../address/search-parameters.js';
import { lostOf, queryOf, searchOf } from './view-query.js';

const read = searchReader({ q: text, status: word(['active']), overdue: flag, sort: order(['price']) });

test('a view restores its address parameters', () => {
  const search = read({ q: '2026', status: 'active', overdue: true, sort: '-price' });

  expect(queryOf(search)).toEqual({ q: '2026', status: 'active', overdue: 'true', sort: '-price' });
  expect(read(searchOf(queryOf(search)))).toEqual(search);
});

test('parameters that the list no longer knows are dropped', () => {
  const saved = { stage: 'won', status: 'paused', sort: '-color', q: 'kite' };
  const search = read(searchOf(saved));

  expect(search).toEqual({ q: 'kite' });
  expect(lostOf(saved, search)).toEqual(['stage', 'status', 'sort']);
  expect(lostOf({ q: 'kite' }, search)).toEqual([]);
});
