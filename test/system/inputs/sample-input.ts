/** Generates inputs from an operation's schema. */
import { z } from 'zod';
import { daysAgo } from '../answers.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const UNKNOWN_ID = '01900000-0000-7000-8000-00000000dead';

/** An input with every field of the schema, including optional ones; `known` provides texts by field name. */
export function sampleInput(schema: z.ZodType, known: Readonly<Record<string, string>>): Record<string, unknown> {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return sampleObject(whole, known);
}

function sampleObject(
  { properties = {} }: JsonSchema,
  known: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      typeof schema === 'boolean' ? [] : [[name, sample(schema, name, known)]],
    ),
  );
}

function sample(schema: JsonSchema, name: string, known: Readonly<Record<string, string>>): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first && typeof first === 'object') return sample(first, name, known);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, known);
    case 'array':
      return typeof schema.items === 'object' ? [sample(schema.items as JsonSchema, name, known)] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    default:
      return sampleText(schema, name, known);
  }
}

function sampleText(
  { format, minLength = 1 }: JsonSchema,
  name: string,
  known: Readonly<Record<string, string>>,
): string {
  const value = known[name];
  if (value !== undefined) return value;
  switch (format) {
    case 'uuid':
      return UNKNOWN_ID;
    case 'date':
      return daysAgo(1);
    case 'date-time':
      return new Date(Date.now() + 86_400_000).toISOString();
    case 'uri':
      return 'https://example.com/page';
    case 'email':
      return 'somebody@example.com';
    default:
      return 'x'.repeat(minLength);
  }
}
