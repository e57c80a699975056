import { z } from 'zod';
import type { Operation } from '../define-operation.js';
import type { Descriptions } from '../operation-context.js';

/** Version of the shape of these descriptions; it changes when a reader of an older one would misread it. */
export const SCHEMA_VERSION = '1';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Descriptions of these operations, made when they are asked for. */
export function descriptionsOf(operations: readonly Operation[]): Descriptions {
  return { entities: () => describeEntities(operations), actions: () => describeActions(operations) };
}

/** The records that operations answer, by name; references among them are to `#/entities/<name>`. Administrators' are left out. */
export function describeEntities(operations: readonly Operation[]): Record<string, JsonSchema> {
  const outputs = operations.flatMap(({ access, output }) => (access === 'admin' || !output ? [] : [output]));
  // A schema with an id is always among the definitions, by its id.
  const named = outputs.flatMap((output) => Object.entries(toJsonSchema(output, 'output').$defs ?? {}));
  const text = JSON.stringify(Object.fromEntries(named.toSorted(([left], [right]) => (left < right ? -1 : 1))));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/entities/')) as Record<string, JsonSchema>;
}

/** What agents may be allowed to do: the operations that have a scope. */
export function describeActions(operations: readonly Operation[]) {
  return operations.flatMap(({ name, summary, description = null, tier, destructive, scope, http, input }) => {
    if (scope === undefined) return [];
    const [method] = [http.method].flat();
    const path = `/api${http.path}`;
    return [
      { name, summary, description, tier, destructive, scope, method, path, input: toJsonSchema(input, 'input') },
    ];
  });
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return converted;
}
