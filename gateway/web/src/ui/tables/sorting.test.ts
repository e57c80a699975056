import { expect, test } from '@jest/globals';
import { directionOf, nextSort } from './sorting.js';

const clicks = (column: { sort: string; startsHigh?: boolean }, start?: string): (string | undefined)[] => {
  const first = nextSort(start, column);
  const second = nextSort(first, column);
  return [first, second, nextSort(second, column)];
};

test('a click sorts, another reverses, and a third restores the default order', () => {
  expect(clicks({ sort: 'name' })).toEqual(['name', '-name', undefined]);
  expect(clicks({ sort: 'price', startsHigh: true })).toEqual(['-price', 'price', undefined]);
  expect(clicks({ sort: 'name' }, '-price')).toEqual(['name', '-name', undefined]);
});

test('only the sorted column has a direction', () => {
  expect(directionOf('-price', 'price')).toBe('descending');
  expect(directionOf('price', 'price')).toBe('ascending');
  expect(directionOf('-price', 'name')).toBeUndefined();
  expect(directionOf(undefined, 'name')).toBeUndefined();
});
