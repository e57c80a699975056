import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Formats that say as much as their patterns. */
const FORMATS: ReadonlySet<string> = new Set(['uuid', 'date', 'date-time']);

/** Cached conversions, as text: surfaces describe the same schemas, and each may change its own copy. */
const converted = new WeakMap<z.ZodType, { input?: string; output?: string }>();

/**
 * The JSON Schema of what a schema accepts (`input`) or produces (`output`). Schemas with an id are in its `$defs`. Integers have only their explicit
 * bounds: zod adds those of JavaScript, which would only confuse readers.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const texts = converted.get(schema) ?? {};
  converted.set(schema, texts);
  return JSON.parse((texts[io] ??= JSON.stringify(convert(schema, io)))) as JsonSchema;
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (FORMATS.has(part.format ?? '')) delete part.pattern;
    },
  });
  return jsonSchema;
}
