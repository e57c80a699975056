import { expect, test } from '@jest/globals';
import { distinctRows } from './distinct-rows.ts';

test('of several rows of a record, the newest version is kept at its position', () => {
  const paid = { id: 'a', version: 2, status: 'paid' };
  const rows = [{ id: 'a', version: 1, status: 'expected' }, { id: 'b', version: 1 }, paid, { id: 'b', version: 1 }];

  expect(distinctRows(rows)).toEqual([{ id: 'b', version: 1 }, paid]);
});

test('rows without repeats, or without an id, are all kept', () => {
  const rows = [{ id: 'a', version: 1 }, { name: 'x' }, { name: 'x' }, { id: 'b' }];

  expect(distinctRows(rows)).toBe(rows);
});
