import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readEnvironment } from '../config.js';
import { imageIntakeEnvironment } from './environment.js';

const Environment = z.object(imageIntakeEnvironment);

test('limits are those of the specification unless they are given', () => {
  expect(readEnvironment(Environment, {})).toEqual({
    API_JSON_BODY_LIMIT: 67_108_864,
    SCREENSHOT_MAX_IMAGE_BYTES: 41_943_040,
  });
});

test.each([
  ['1000', 1_000],
  ['5mb', 5_242_880],
  [' 5 MB ', 5_242_880],
  ['64KB', 65_536],
])('a limit may be written as %j', (text, bytes) => {
  expect(readEnvironment(Environment, { API_JSON_BODY_LIMIT: text }).API_JSON_BODY_LIMIT).toBe(bytes);
});

test.each(['0', '-5', '5 megabytes', '1.5mb', 'much'])('%j is no limit, and the message names the key', (text) => {
  expect(() => readEnvironment(Environment, { SCREENSHOT_MAX_IMAGE_BYTES: text })).toThrow(
    'SCREENSHOT_MAX_IMAGE_BYTES',
  );
});
