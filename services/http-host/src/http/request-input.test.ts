import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readInput } from './request-input.js';

test('a repeated query parameter is refused as such, unless it accepts a list', () => {
  const schema = z.strictObject({ limit: z.int().optional(), tags: z.array(z.string()).optional() });
  const read = (query: Record<string, unknown>) => readInput(schema, { query, params: {} });

  expect(read({ limit: '1', tags: ['a', 'b'] })).toEqual({ limit: 1, tags: ['a', 'b'] });
  expect(() => read({ limit: ['1', '2'] })).toThrow('`limit` is in the query more than once. Send it once.');
});
