import { expect, test } from '@jest/globals';
import { changedFields, readChanges } from './changed-fields.js';

const REQUEST = { name: 'A', promoCode: null, tags: [], price: 5 };
const CHANGEABLE = ['name', 'promoCode', 'tags'] as const;

test('the changes are the fields in the mask, in the order of the record, and null clears', () => {
  const updateMask = ['tags', 'promo_code', 'name', 'name'];

  const changes = readChanges({ ...REQUEST, updateMask }, CHANGEABLE, ['name']);

  expect(Object.entries(changes)).toEqual([
    ['name', 'A'],
    ['promoCode', null],
    ['tags', []],
  ]);
  expect(readChanges({ ...REQUEST, updateMask: null }, CHANGEABLE, [])).toEqual({});
});

test.each([
  ['a field that cannot be changed', 'price', []],
  ['a field by its name in JSON', 'promoCode', []],
  ['a required field that would be cleared', 'promo_code', ['promoCode']],
  ['a required list that would be emptied', 'tags', ['tags']],
] as const)('%s is refused', (_case, named, required) => {
  const read = () => readChanges({ ...REQUEST, updateMask: [named] }, CHANGEABLE, required);

  expect(read).toThrow(expect.objectContaining({ kind: 'invalid_input' }));
});

test('a field with its current value has not changed', () => {
  const stored = { name: 'A', tags: ['x'], since: new Date(0), note: null };

  expect(changedFields(stored, { tags: ['x'], since: new Date(0), note: null })).toEqual([]);
  expect(changedFields(stored, { name: 'A', tags: [], note: '' })).toEqual(['tags', 'note']);
  expect(changedFields(stored, { note: '', name: 'B', tags: ['x'] }, ['since', 'name', 'tags', 'note'])).toEqual([
    'name',
    'note',
  ]);
});
