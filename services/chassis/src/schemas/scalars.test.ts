import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { Deadline } from './deadline.js';
import { parseInput } from './parse-input.js';
import { InstantInput, Timestamp, WebUrl } from './scalars.js';

test.each(['1900-01-01T00:00:00Z', '2026-05-31T23:30:00-05:00', '2999-12-31T23:59:59Z'])(
  'the instant %s is accepted, and returned again',
  (text) => {
    expect(Timestamp.safeParse(InstantInput.parse(text)).success).toBe(true);
  },
);

test.each(['9999-12-31T23:59:59-05:00', '0001-01-01T00:00:00+05:00', '3000-01-01T00:00:00Z', '1899-12-31T23:59:59Z'])(
  'the instant %s is outside the supported years',
  (text) => {
    expect(InstantInput.safeParse(text).error?.issues[0]?.message).toBe('must be in a year from 1900 to 2999.');
  },
);

test('the message for an invalid deadline names both of its forms', () => {
  expect(() => parseInput(z.object({ expiresAt: Deadline }), { expiresAt: 'tomorrow' })).toThrow(
    '`expiresAt` must be a date like 2026-01-31 or a date and time with its offset, like 2026-01-31T09:30:00Z.',
  );
});

test.each(['https://maya@example.com/', 'https://maya:secret@example.com/', 'https://:secret@example.com/'])(
  'the address %s is refused because of its credentials',
  (address) => {
    expect(WebUrl.safeParse(address).error?.issues[0]?.message).toBe(
      'must not contain a user name or password. Remove them.',
    );
  },
);

test('an address may have an at sign in its path', () => {
  expect(WebUrl.parse('https://www.tiktok.com/@maya/video/7300000000000000000')).toMatch(/@maya/);
});
