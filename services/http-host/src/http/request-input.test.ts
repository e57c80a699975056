import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readIdempotencyKey } from './request-headers.js';
import { readInput } from './request-input.js';

test('a query parameter that is repeated is refused as such, unless it takes a list', () => {
  const schema = z.strictObject({ limit: z.int().optional(), tags: z.array(z.string()).optional() });
  const read = (query: Record<string, unknown>) => readInput(schema, { query, params: {} });

  expect(read({ limit: '1', tags: ['a', 'b'] })).toEqual({ limit: 1, tags: ['a', 'b'] });
  expect(() => read({ limit: ['1', '2'] })).toThrow('`limit` is in the query more than once. Send it once.');
});

test.each(['key-1', '"key-1"'])('an idempotency key is the same quoted and bare: %s', (key) => {
  const request = { method: 'POST', headers: { 'idempotency-key': key } };

  expect(readIdempotencyKey(request as unknown as IncomingMessage)).toBe('key-1');
});
