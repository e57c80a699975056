import { expect, test } from '@jest/globals';
import { fieldsThatClearOddly, poorErrorTexts, untrimmedFields } from '@svc/chassis/testing/input-rules';
import { HOST_OPERATIONS } from './operations/host-operations.js';

test('every text is trimmed', () => {
  expect(untrimmedFields(HOST_OPERATIONS)).toEqual([]);
});

test('an empty string means null for nullable texts, but not for addresses, dates and ids', () => {
  expect(fieldsThatClearOddly(HOST_OPERATIONS)).toEqual([]);
});

test('every input error is a sentence that names the field', () => {
  expect(poorErrorTexts(HOST_OPERATIONS)).toEqual([]);
});
