import { expect, test } from '@jest/globals';
import { fieldsThatClearOddly, poorErrorTexts, untrimmedFields } from '@svc/chassis/testing/input-rules';
import { HOST_OPERATIONS } from './operations/host-operations.js';

test('every text is taken without the blanks around it', () => {
  expect(untrimmedFields(HOST_OPERATIONS)).toEqual([]);
});

test('in a text that can be null an empty one means null, but no address, date or id does', () => {
  expect(fieldsThatClearOddly(HOST_OPERATIONS)).toEqual([]);
});

test('whatever is wrong with an input, people are told in sentences that name the field', () => {
  expect(poorErrorTexts(HOST_OPERATIONS)).toEqual([]);
});
