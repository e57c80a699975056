import { expect, test } from '@jest/globals';
import { mergeChanges } from './merge-changes.ts';

const BASE = { name: 'Spring', notes: 'old', price: '100' };

test('fields that only one side has changed are merged without asking', () => {
  expect(mergeChanges(BASE, { ...BASE, name: 'Summer' }, { ...BASE, price: '200' })).toEqual({
    changed: { name: 'Summer' },
    conflicts: [],
  });
});

test('a field that both have changed is for somebody to choose, unless both wrote the same', () => {
  const mine = { ...BASE, name: 'Summer', notes: 'same', price: '150' };
  const theirs = { ...BASE, name: 'Autumn', notes: 'same' };

  expect(mergeChanges(BASE, mine, theirs)).toEqual({
    changed: { notes: 'same', price: '150' },
    conflicts: [{ field: 'name', mine: 'Summer', theirs: 'Autumn' }],
  });
});
