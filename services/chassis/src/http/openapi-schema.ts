import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const REF = '#/components/schemas/';

/** The JSON Schema of one side of an operation for OpenAPI 3.1; named schemas in it move to `schemas`, the document's components. */
export function toOpenApiSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', `"${REF}`);
  const { $defs = {}, ...whole } = JSON.parse(text) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  for (const [name, definition] of Object.entries($defs)) schemas[name] = withoutId(definition);
  if (whole.id === undefined) return whole;
  schemas[whole.id] = withoutId(whole);
  return { $ref: `${REF}${whole.id}` };
}

function withoutId({ id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** The envelope of every error, to stand among the components as `Error`. */
export const ERROR_SCHEMA: JsonSchema = z.toJSONSchema(
  z.object({
    error: z.object({
      code: z.string().describe('Stable code of what was wrong.'),
      message: z.string().describe('What was wrong and what to do.'),
      details: z.array(z.object({ path: z.string(), message: z.string() })),
      requestId: z.string(),
    }),
  }),
);
delete ERROR_SCHEMA.$schema;

export const ERROR_RESPONSE = {
  description: 'What was wrong and what to do.',
  content: { 'application/json': { schema: { $ref: `${REF}Error` } } },
};
