import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schema of what a schema takes (`input`) or gives (`output`). Schemas with an id are in its `$defs`. Whole numbers have only
 * the bounds that they were given: those of the language, which zod adds, tell a reader nothing.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return converted;
}
