import { expect, test } from '@jest/globals';
import { AppError } from '@svc/chassis/errors/app-error';
import { JsonShape } from './json-shape.js';

/** Returns the result for a body that arrives in these chunks. */
function verdictOf(...chunks: readonly Uint8Array[]): string {
  const shape = new JsonShape();
  try {
    for (const chunk of chunks) shape.add(chunk);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'taken';
}

const open = '['.repeat(70);

test.each([
  ['brackets after an escaped quote', `{"a":"x\\"","b":"","c":${open}`, 'VALIDATION_ERROR'],
  ['brackets after an escaped backslash', `{"a":"x\\\\","b":"","c":${open}`, 'VALIDATION_ERROR'],
  ['brackets in a string after an escape', `{"a":"x\\n","b":"","c":"${open}"}`, 'taken'],
  ['brackets in a string after an escaped quote', `{"a":"x\\"","b":"","c":"${open}"}`, 'taken'],
  ['escapes at the end of each string', `["\\\\","\\"","\\u00e9","${open}"]`, 'taken'],
])('%s have the same result wherever the body is split', (_what, body, verdict) => {
  const bytes = Buffer.from(body);

  const cut = Array.from(bytes, (_byte, at) => verdictOf(bytes.subarray(0, at), bytes.subarray(at)));

  expect([verdictOf(bytes), ...new Set(cut)]).toEqual([verdict, verdict]);
});

test('values are counted the same wherever the body is split', () => {
  const start = Buffer.from(String.raw`{"a":"x\\","b":"","c":[`);
  const rest = Buffer.from('0,'.repeat(150_000));

  const cut = Array.from(start, (_byte, at) => verdictOf(start.subarray(0, at), start.subarray(at), rest));

  expect([verdictOf(start, rest), ...new Set(cut)]).toEqual(['PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE']);
});
