import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { changeInput } from './changes.js';
import { parseInput } from './parse-input.js';
import { text } from './scalars.js';

const shown = z.union([z.array(text(9)).max(2), z.record(z.string(), z.boolean())]);

/** Messages about an input, by path. */
function said(schema: z.ZodType, input: unknown): Record<string, string> {
  try {
    parseInput(schema, input);
    return {};
  } catch (error) {
    const { details } = error as { details: { path: string; message: string }[] };
    return Object.fromEntries(details.map(({ path, message }) => [path, message]));
  }
}

test.each<[string, z.ZodType, unknown, Record<string, string>]>([
  [
    'a text where a whole number belongs',
    z.object({ limit: z.int() }),
    { limit: 'abc' },
    { limit: '`limit` must be a whole number.' },
  ],
  [
    'a day that does not exist',
    z.object({ day: z.iso.date() }),
    { day: '2026-02-30' },
    { day: '`day` names 2026-02-30, which is not a day of the calendar.' },
  ],
  [
    'a value of a field that may be empty',
    z.object({ status: z.union([z.enum(['open', 'done']), z.literal(''), z.null()]) }),
    { status: 'yes' },
    { status: '`status` must be one of `open`, `done`.' },
  ],
  [
    'another kind than any alternative',
    z.object({ shown }),
    { shown: 5 },
    { shown: '`shown` must be a list or an object.' },
  ],
  [
    'a wrong value inside an alternative',
    z.object({ shown }),
    { shown: { name: 'yes' } },
    { shown: '`shown` is wrong at `name`, which must be true or false.' },
  ],
  [
    'too much for an alternative',
    z.object({ shown }),
    { shown: ['a', 'b', 'c'] },
    { shown: '`shown` is too long. Send at most 2 items.' },
  ],
  [
    'an unknown field alone',
    changeInput({}, { name: text(9) }),
    { nmae: 'x' },
    { nmae: '`nmae` is not a known field. Leave it out.' },
  ],
  ['no field', changeInput({}, { name: text(9) }), {}, { '': 'Send at least one field to change.' }],
  [
    'a text that nobody sees',
    z.object({ name: text(9) }),
    { name: '\u200b' },
    { name: '`name` has nothing in it that can be seen. Send a text.' },
  ],
])('the message for %s says what to send', (_, schema, input, details) => {
  expect(said(schema, input)).toEqual(details);
});
