import type { GrammarSchema } from './llama.ts';

const TEXT_MAX = 64;
const ITEMS_MAX = 3;
const DEPTH_MAX = 5;

type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a tool's arguments in the form that a grammar can enforce: only required members of objects, short texts and lists. Parts that
 * it cannot express (patterns, bounds, references) become a text, so a tool must validate its input, as with any model.
 */
export function toGrammarSchema(schema: unknown, depth = 0): GrammarSchema {
  const { type, enum: values, const: only, anyOf, oneOf = anyOf, format, ...rest } = asSchema(schema);
  if (Array.isArray(values) && values.length > 0) return { enum: values.filter(isScalar) };
  if (isScalar(only)) return { enum: [only] };
  if (Array.isArray(oneOf) && depth < DEPTH_MAX)
    return { oneOf: oneOf.map((each) => toGrammarSchema(each, depth + 1)) };
  const name: unknown = Array.isArray(type) ? type[0] : type;
  if (name === 'object' && depth < DEPTH_MAX) return objectSchema(rest, depth);
  if (name === 'array' && depth < DEPTH_MAX) {
    const { minItems } = rest;
    const least = typeof minItems === 'number' ? minItems : 0;
    const items = toGrammarSchema(rest.items, depth + 1);
    return { type: 'array', items, minItems: least, maxItems: Math.max(least, ITEMS_MAX) };
  }
  if (name === 'integer' || name === 'number' || name === 'boolean' || name === 'null') return { type: name };
  if (format === 'date' || format === 'date-time') return { type: 'string', format };
  return { type: 'string', maxLength: TEXT_MAX };
}

function objectSchema({ properties, required }: Schema, depth: number): GrammarSchema {
  const all = asSchema(properties);
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, toGrammarSchema(all[name], depth + 1)])),
  };
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
