import { expect, test } from '@jest/globals';
import { toGrammarSchema } from './grammar-schema.ts';

test('the required members of an object are kept, and types that a grammar cannot express become short texts', () => {
  const until = { type: 'string', format: 'date' };
  const properties = {
    dealId: { type: 'string', format: 'uuid' },
    until,
    count: { type: ['integer', 'null'], minimum: 0 },
    scope: { enum: ['mine', 'shared', {}] },
    tags: { type: 'array', items: { $ref: '#/tag' }, minItems: 5 },
    either: { anyOf: [{ const: 1 }, { type: 'boolean' }] },
    left: { type: 'string' },
  };
  const required = ['dealId', 'until', 'count', 'scope', 'tags', 'either'];
  const text = { type: 'string', maxLength: 64 };

  expect(toGrammarSchema({ type: 'object', properties, required })).toEqual({
    type: 'object',
    properties: {
      dealId: text,
      until,
      count: { type: 'integer' },
      scope: { enum: ['mine', 'shared'] },
      tags: { type: 'array', items: text, minItems: 5, maxItems: 5 },
      either: { oneOf: [{ enum: [1] }, { type: 'boolean' }] },
    },
  });
  expect([toGrammarSchema('nonsense'), toGrammarSchema({ type: 'object' })]).toEqual([
    text,
    { type: 'object', properties: {} },
  ]);
});
