import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { toJsonSchema } from './json-schema.js';
import { CalendarDate, Id, InstantInput, NullableTimestamp } from './scalars.js';

test('describes ids, dates and instants by their format alone, and other texts by their pattern', () => {
  const schema = z.object({
    id: Id,
    day: CalendarDate,
    at: InstantInput,
    maybe: NullableTimestamp,
    key: z.string().regex(/^[a-z]+$/),
  });

  expect(toJsonSchema(schema, 'input').properties).toMatchObject({
    id: { type: 'string', format: 'uuid' },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    key: { type: 'string', pattern: '^[a-z]+$' },
  });
  for (const io of ['input', 'output'] as const) {
    expect(JSON.stringify(toJsonSchema(schema, io)).match(/"pattern":/g)).toHaveLength(1);
  }
  expect(schema.shape.id.safeParse('1').success).toBe(false);
});
