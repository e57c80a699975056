import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { changeInput } from './changes.js';
import { Deadline } from './deadline.js';
import { parseInput } from './parse-input.js';
import { text } from './scalars.js';

const action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.enum(['archive', 'restore']) }),
]);
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
    'an object of no kind',
    z.object({ action }),
    { action: {} },
    { 'action.kind': '`action.kind` is missing. Send one of `delete`, `archive`, `restore`.' },
  ],
  [
    'an object of an unknown kind',
    z.object({ action }),
    { action: { kind: 'bogus' } },
    { 'action.kind': '`action.kind` must be one of `delete`, `archive`, `restore`.' },
  ],
  [
    'a day beyond the bounds of one alternative',
    z.object({ expiresAt: Deadline }),
    { expiresAt: '3000-01-01' },
    { expiresAt: '`expiresAt` must be from 1900-01-01 to 2999-12-31.' },
  ],
  [
    'an instant beyond the bounds of one alternative',
    z.object({ expiresAt: Deadline.nullable() }),
    { expiresAt: '1899-12-31T00:00:00Z' },
    { expiresAt: '`expiresAt` must be in a year from 1900 to 2999.' },
  ],
  [
    'a name that maps would drop',
    z.object({ shown }),
    { shown: JSON.parse('{"__proto__":true,"name":true}') },
    { 'shown.__proto__': '`shown.__proto__` is not a known field. Leave it out.' },
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
