import { type JsonSchema, toJsonSchema } from '@svc/chassis/schemas/json-schema';
import { methodsOf } from '@svc/http-host/http/http-operation';
import { z } from 'zod';
import type { Operation } from '../registry/define-operation.js';
import { isProposable, mayNeedApproval } from '../run/checks.js';
import type { ActionDescription } from '../run/operation-context.js';

/** Version of the format; bumped when older readers would misread it. */
export const SCHEMA_VERSION = '1';

/**
 * Returns the JSON Schemas of all output records by name, without those for administrators. References among them are `#/entities/<name>`.
 */
export function describeEntities(operations: readonly Operation[]): Record<string, JsonSchema> {
  const outputs = operations.flatMap(({ access, output }) => (access === 'admin' || !output ? [] : [output]));
  // Schemas with an id are always in `$defs`, under their id.
  const named = outputs.flatMap((output) => Object.entries(toJsonSchema(output, 'output').$defs ?? {}));
  const text = JSON.stringify(Object.fromEntries(named.toSorted(([left], [right]) => (left < right ? -1 : 1))));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/entities/')) as Record<string, JsonSchema>;
}

/** Describes the operations with a scope, which agents may be allowed to call, with paths below `base`. */
export function describeActions(operations: readonly Operation[], base: string): ActionDescription[] {
  return operations.flatMap((operation) => {
    const { name, family, summary, description = null, tier, destructive, scope, otherScopes = [], http } = operation;
    if (scope === undefined) return [];
    const [method] = methodsOf(operation);
    const path = base + http.path;
    const input = toJsonSchema(inputOf(operation), 'input');
    const rules = {
      tier,
      destructive,
      scope,
      otherScopes,
      mayNeedApproval: mayNeedApproval(operation),
      proposable: isProposable(operation),
    };
    return [{ name, family, summary, description, ...rules, method, path, input }];
  });
}

/** Returns the JSON input, which for an image operation includes the image and the fields that only its service reads. */
export function inputOf({ http: { accepts }, input }: Operation): z.ZodObject {
  if (!accepts?.types.includes('application/json')) return input;
  return input.extend({ image: z.string().describe('Base64, or a data URL.'), ...accepts.fields.shape });
}
