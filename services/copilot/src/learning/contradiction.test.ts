import { expect, test } from '@jest/globals';
import { contradicts } from './contradiction.js';

test.each([
  ['I never work on Sundays', 'We work on Sundays'],
  ['I don’t like long reports', 'I like long reports'],
  ['We prefer CPM over flat fees', 'I prefer flat fees over CPM'],
])('%j contradicts %j, and vice versa', (one, other) => {
  expect([contradicts(one, other), contradicts(other, one)]).toEqual([true, true]);
});

test.each([
  ['I never work on Sundays', 'I never work on Sundays'],
  ['I prefer CPM deals', 'We always report on Mondays'],
  ['I never work on Sundays', 'Our invoices go to the Berlin office'],
  ['I prefer flat fees over CPM', 'We prefer flat fees over CPM'],
  ['Never', 'No'],
])('%j does not contradict %j', (one, other) => {
  expect([contradicts(one, other), contradicts(other, one)]).toEqual([false, false]);
});
