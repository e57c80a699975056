import { expect, test } from '@jest/globals';
import { type BulkResult, describeResults, failedIds } from './describe-results.js';

const results = (outcome: BulkResult['outcome'], number: number, message?: string): BulkResult[] =>
  Array.from({ length: number }, (_each, place) => ({ id: `${outcome}-${message}-${place}`, outcome, message }));

const say = (...of: BulkResult[][]): string => describeResults(of.flat(), 'changed', String);

test('complete success takes two words', () => {
  expect(say(results('done', 18))).toBe('18 changed.');
  expect(say(results('done', 2), results('unchanged', 1))).toBe('2 changed, 1 unchanged.');
});

test('failures are listed with their reasons, each reason once', () => {
  const failed = [results('failed', 2, 'A draft must be activated first.'), results('failed', 1, 'Not yours.')];

  expect(say(results('done', 18), ...failed)).toBe(
    "18 changed, 3 couldn't be changed: A draft must be activated first. Not yours.",
  );
});

test('at most three reasons are listed', () => {
  const failed = ['One.', 'Two.', 'Three.', 'Four.'].map((message) => results('failed', 1, message));

  expect(say(...failed)).toBe("4 couldn't be changed: One. Two. Three.");
});

test('the ids of failed records are returned', () => {
  expect(failedIds([...results('done', 2), ...results('failed', 1, 'No.')])).toEqual(['failed-No.-0']);
});
